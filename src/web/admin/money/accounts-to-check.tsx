import { Form } from 'react-router'
import type { AccountToCheck } from '#contract/money/payout-batches.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { GivenBy, ToCheck } from './to-check.tsx'

type Props = { accounts: AccountToCheck[]; problem: string | undefined; busy: boolean }

/** Payout accounts whose name at the bank differs from the mentor's, with the forms to decide. */
export const AccountsToCheck = ({ accounts, problem, busy }: Props) => (
  <ToCheck id="accounts" title={m.admin_pay_accounts()} text={m.admin_pay_accounts_text()} problem={problem}>
    {accounts.map(({ _id, account, nameAtBank, ...mentor }) => (
      <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
        <GivenBy
          {...mentor}
          given={account}
          why={[nameAtBank === '' ? m.admin_pay_no_bank_name() : m.admin_pay_bank_name({ name: nameAtBank })]}
        />
        <Form method="post" preventScrollReset className="admin-actions ml-auto">
          <input type="hidden" name="intent" value="account" />
          <input type="hidden" name="of" value={_id} />
          {(['refuse', 'accept'] as const).map((decision) => (
            <Button
              key={decision}
              type="submit"
              {...looks[decision]}
              name="decision"
              value={decision}
              disabled={busy}
              aria-label={m.admin_for({ action: labels[decision](), name: mentor.fullName })}
            >
              {labels[decision]()}
            </Button>
          ))}
        </Form>
      </li>
    ))}
  </ToCheck>
)

const looks = { accept: { look: 'outline' }, refuse: { look: 'plain', className: 'text-error!' } } as const
const labels = { accept: m.admin_pay_account_accept, refuse: m.admin_pay_account_refuse }
