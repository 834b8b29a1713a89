import { Form } from 'react-router'
import type { AccountToCheck } from '#contract/money/payout-batches.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'

type Props = { accounts: AccountToCheck[]; problem: string | undefined; busy: boolean }

/** Payout accounts whose name at the bank differs from the mentor's, with the forms to decide; nothing if there are none. */
export function AccountsToCheck({ accounts, problem, busy }: Props) {
  if (accounts.length === 0 && !problem) return null
  return (
    <section className="card mt-6" aria-labelledby="accounts">
      <h2 id="accounts" className="text-h3">
        {m.admin_pay_accounts()}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{m.admin_pay_accounts_text()}</p>
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <ul className="mt-2 divide-y divide-line">
        {accounts.map(({ _id, mentorId, number, fullName, account, nameAtBank, since }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0">
              <LocalLink
                to={`/admin/mentors/${mentorId}`}
                className="font-semibold text-ink wrap-anywhere hover:underline"
              >
                {fullName}
              </LocalLink>
              <span className="block text-muted text-small wrap-anywhere">
                {[number, account, formatDay(since, { year: true })].join(' · ')}
              </span>
              <span className="block wrap-anywhere">
                {nameAtBank === '' ? m.admin_pay_no_bank_name() : m.admin_pay_bank_name({ name: nameAtBank })}
              </span>
            </div>
            <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
              <input type="hidden" name="intent" value="account" />
              <input type="hidden" name="of" value={_id} />
              {(['accept', 'refuse'] as const).map((decision) => (
                <Button
                  key={decision}
                  type="submit"
                  look="outline"
                  name="decision"
                  value={decision}
                  disabled={busy}
                  aria-label={m.admin_for({ action: labels[decision](), name: fullName })}
                >
                  {labels[decision]()}
                </Button>
              ))}
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

const labels = { accept: m.admin_pay_account_accept, refuse: m.admin_pay_account_refuse }
