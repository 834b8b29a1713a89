import { Form } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'

type Props = { texts: string[]; mayResume: boolean; problem: string | undefined; busy: boolean }

/** Payouts are paused after a restore; owners resume them with a reason. */
export function PausedPayouts({ texts, mayResume, problem, busy }: Props) {
  return (
    <section className="card mt-4 grid gap-3" aria-labelledby="paused">
      <h2 id="paused" className="text-h3">
        {m.admin_pay_paused()}
      </h2>
      <Notice>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      {mayResume && (
        <Form method="post" className="grid max-w-lg justify-items-start gap-3">
          <input type="hidden" name="intent" value="resume" />
          <TextField label={m.admin_account_reason()} name="reason" maxLength={300} required error={problem} />
          <Button type="submit" loading={busy}>
            {m.admin_pay_resume()}
          </Button>
        </Form>
      )}
    </section>
  )
}
