import type { Account } from '#contract/people/people.ts'
import { m } from '#messages'
import { AccountAction } from './account-action.tsx'
import { AccountPhone } from './account-phone.tsx'

type Props = {
  account: Pick<Account, 'suspendedAt' | 'admin' | 'sessions' | 'phoneChange'>
  /** The request was made by another admin, or the viewer is an owner. */
  canApprove: boolean
}

/** Actions for owner and operations; an admin's account cannot be suspended. */
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
