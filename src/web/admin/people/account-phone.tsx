import type { Account } from '#contract/people/people.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { fullTime } from '../kit/full-time.ts'
import { PageForm } from '../kit/page-form.tsx'
import { AccountAction } from './account-action.tsx'

type PhoneChange = NonNullable<Account['phoneChange']>

/** Request a new phone number for an account, or approve or cancel a pending request. */
export function AccountPhone({ change, canApprove }: { change: Account['phoneChange']; canApprove: boolean }) {
  if (change) return <PendingPhoneChange change={change} canApprove={canApprove} />
  return (
    <AccountAction
      intent="phone"
      title={m.admin_account_phone()}
      text={m.admin_account_phone_text()}
      button={m.admin_account_phone_do()}
    >
      {({ field }) => (
        <TextField
          {...field('phone', '')}
          label={m.admin_account_phone_new()}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          prefix="+91"
          required
        />
      )}
    </AccountAction>
  )
}

function approvalText({ isConfirmed, approvedBy, countsFrom }: PhoneChange): string {
  if (isConfirmed) return m.admin_account_phone_confirmed()
  if (approvedBy === null || !countsFrom) return m.admin_account_phone_unproven()
  return m.admin_account_phone_approved_by({ name: approvedBy, from: fullTime(countsFrom) })
}

function PendingPhoneChange({ change, canApprove }: { change: PhoneChange; canApprove: boolean }) {
  const { phone, until, askedBy, isConfirmed, approvedBy } = change
  return (
    <>
      <div className="grid gap-2 py-3">
        <p>{m.admin_account_phone_waits({ name: askedBy.name, phone, until: fullTime(until) })}</p>
        <p className="text-small text-muted">{approvalText(change)}</p>
        <PageForm intent="drop" resetKey="">
          {({ busy }) => (
            <Button type="submit" look="outline" loading={busy} className="justify-self-start">
              {m.admin_account_phone_drop()}
            </Button>
          )}
        </PageForm>
      </div>
      {canApprove && !isConfirmed && approvedBy === null && (
        <AccountAction
          intent="phone-approve"
          title={m.admin_account_phone_approve()}
          text={m.admin_account_phone_approve_text()}
        >
          {() => <input type="hidden" name="phone" value={phone} />}
        </AccountAction>
      )}
    </>
  )
}
