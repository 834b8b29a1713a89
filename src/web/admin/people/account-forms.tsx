import type { Account } from '#contract/people/people.ts'
import { m } from '#messages'
import { AccountAction } from './account-act.tsx'
import { AccountPhone } from './account-phone.tsx'

type Props = {
  account: Pick<Account, 'suspendedAt' | 'admin' | 'sessions' | 'phoneChange'>
  /** Another admin asked for the other number, or an owner could be alone. */
  canApprove: boolean
}

/** What owner and operations can do with an account; an admin's cannot be suspended. */
export function AccountForms({ account, canApprove }: Props) {
  const { suspendedAt, admin, sessions, phoneChange } = account
  return (
    <div className="divide-y divide-line">
      {sessions > 0 && <AccountAction intent="log-out" title={m.admin_account_log_out()} />}
      {suspendedAt && <AccountAction intent="restore" title={m.admin_account_restore()} />}
      {!suspendedAt && !admin && (
        <AccountAction
          intent="suspend"
          title={m.admin_account_suspend()}
          text={m.admin_account_suspend_text()}
          look="danger"
        />
      )}
      <AccountPhone change={phoneChange} canApprove={canApprove} />
    </div>
  )
}
