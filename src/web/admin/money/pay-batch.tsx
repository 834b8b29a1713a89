import { Form } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Disclosure } from '../kit/admin-part.tsx'

/** Submitted values, and errors beside the fields. */
type FormState = { reference: string; reason?: string; field?: string; why?: string; isSure?: false }
type Props = { typed: FormState | undefined; busy: boolean }

function Reference({ typed, initial }: { typed: FormState | undefined; initial: string }) {
  return (
    <TextField
      label={m.admin_pay_reference()}
      name="reference"
      help={m.admin_pay_reference_note()}
      maxLength={80}
      required
      autoComplete="off"
      defaultValue={typed?.reference ?? initial}
      error={typed?.field}
    />
  )
}

/** Marks an open batch as paid: asks for the reference, then for confirmation. */
export function PayBatch({
  batch: { amount, mentors, isSent },
  typed,
  busy,
}: Props & { batch: { amount: number; mentors: number; isSent: boolean } }) {
  const sum = formatRupees(amount)
  const isConfirming = typed?.isSure === false
  return (
    <Form key={String(isConfirming)} method="post" className="grid content-start justify-items-start gap-3">
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="amount" value={amount} />
      {isConfirming ? (
        <>
          <input type="hidden" name="sure" value="yes" />
          <input type="hidden" name="reference" value={typed.reference} />
          <Notice>
            <p className="font-semibold">{m.admin_pay_sure()}</p>
            <p className="mt-1 max-w-prose wrap-anywhere">
              {m.admin_pay_sure_text({
                amount: sum,
                mentors: mentors === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count: mentors }),
                reference: typed.reference,
              })}
            </p>
            {!isSent && <p className="mt-1">{m.admin_pay_sure_no_file()}</p>}
          </Notice>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" loading={busy}>
              {m.admin_pay_sure_do({ amount: sum })}
            </Button>
            <a href="?" className="btn btn-plain">
              {m.admin_pay_back()}
            </a>
          </div>
        </>
      ) : (
        <>
          <Reference typed={typed} initial="" />
          <Button type="submit" loading={busy} disabled={amount === 0}>
            {m.admin_pay_mark({ amount: sum })}
          </Button>
        </>
      )}
    </Form>
  )
}

/** Corrects the reference of a paid batch. */
export function CorrectReference({ reference, typed, busy }: Props & { reference: string }) {
  return (
    <Disclosure title={m.admin_pay_correct()} isOpen={Boolean(typed?.field || typed?.why)}>
      <Form key={reference} method="post" className="grid max-w-lg justify-items-start gap-3">
        <p className="text-muted text-small">{m.admin_pay_correct_text()}</p>
        <input type="hidden" name="intent" value="correct" />
        <Reference typed={typed} initial={reference} />
        <TextField
          label={m.admin_account_reason()}
          name="reason"
          maxLength={300}
          required
          defaultValue={typed?.reason}
          error={typed?.why}
        />
        <Button type="submit" look="outline" loading={busy}>
          {m.admin_pay_correct()}
        </Button>
      </Form>
    </Disclosure>
  )
}
