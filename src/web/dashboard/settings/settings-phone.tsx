import { Form } from 'react-router'
import type { OwnPhoneChange } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, type FormFetcher, useResult } from '../kit/dashboard-form.tsx'
import { useSharedFetcher } from '../kit/use-shared-fetcher.ts'

/** A pending change of the account's phone number: approve after a new login, or reject. */
export function PhoneChange({ change }: { change: OwnPhoneChange | null }) {
  const toast = useToast()
  // The pressed button is gone.
  const yes = useSharedFetcher('phone-yes', () => toast({ title: m.settings_phone_said() }))
  const no = useSharedFetcher('phone-no', () => toast({ title: m.settings_phone_kept() }))
  if (!change) return null
  const { ending, isConfirmed, canConfirm } = change
  return (
    <section className="card mb-4 grid gap-3" aria-labelledby="phone-change">
      <h2 id="phone-change" className="text-card">
        {isConfirmed ? m.settings_phone_next({ ending }) : m.settings_phone_asked({ ending })}
      </h2>
      {!isConfirmed && !canConfirm && <p>{m.settings_phone_again()}</p>}
      <div className="flex flex-wrap items-start gap-3">
        {!isConfirmed && canConfirm && (
          <Answer fetcher={yes} intent="phone-yes" ending={ending} words={m.settings_phone_yes()} />
        )}
        {!isConfirmed && !canConfirm && (
          <Form method="post" action={localHref('/logout')}>
            <Button type="submit">{m.shell_log_out()}</Button>
          </Form>
        )}
        <Answer
          fetcher={no}
          intent="phone-no"
          ending={ending}
          words={isConfirmed ? m.settings_phone_stop() : m.settings_phone_no()}
        />
      </div>
    </section>
  )
}

type AnswerProps = { fetcher: FormFetcher; intent: 'phone-yes' | 'phone-no'; ending: string; words: string }

function Answer({ fetcher, intent, ending, words }: AnswerProps) {
  const result = useResult(fetcher, intent, ending)
  return (
    <DashboardForm fetcher={fetcher} intent={intent} of={ending} result={result} className="grid gap-3">
      <Button
        type="submit"
        {...(intent === 'phone-no' && { look: 'outline' as const })}
        loading={fetcher.state !== 'idle'}
        loadingText={m.dash_saving()}
      >
        {words}
      </Button>
    </DashboardForm>
  )
}
