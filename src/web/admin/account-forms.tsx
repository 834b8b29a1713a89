import type { ReactNode } from 'react'
import type { Account } from '#contract/people.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { TextField } from '../ui/field.tsx'
import { Fold } from './admin-part.tsx'
import { type Fields, PageForm } from './page-form.tsx'

type Props = {
  intent: string
  title: string
  text?: string
  /** Where it says more than the title. */
  button?: string
  look?: 'danger'
  children?: (form: Fields) => ReactNode
}

/** One thing to do with an account, and why. */
function Act({ intent, title, text, button = title, look, children }: Props) {
  return (
    <Fold title={title}>
      {text && <p className="mb-3 text-small text-muted">{text}</p>}
      <PageForm intent={intent} part="">
        {(form) => (
          <>
            {children?.(form)}
            <TextField {...form.field('reason', '')} label={m.admin_account_reason()} maxLength={400} required />
            <Button type="submit" loading={form.busy} className="justify-self-start" {...(look && { look })}>
              {button}
            </Button>
          </>
        )}
      </PageForm>
    </Fold>
  )
}

/** What owner and operations can do with an account; an admin's cannot be suspended. */
export function AccountForms({
  account,
}: {
  account: Pick<Account, 'suspendedAt' | 'admin' | 'sessions' | 'phoneChange'>
}) {
  const { suspendedAt, admin, sessions, phoneChange } = account
  return (
    <div className="divide-y divide-line">
      {sessions > 0 && <Act intent="log-out" title={m.admin_account_log_out()} />}
      {suspendedAt && <Act intent="restore" title={m.admin_account_restore()} />}
      {!suspendedAt && !admin && (
        <Act intent="suspend" title={m.admin_account_suspend()} text={m.admin_account_suspend_text()} look="danger" />
      )}
      {phoneChange ? (
        <PageForm intent="drop" part="" className="grid gap-2 py-3">
          {({ busy }) => (
            <>
              <p>
                {m.admin_account_phone_waits({
                  phone: phoneChange.phone,
                  until: formatDateTime(phoneChange.until),
                })}
              </p>
              <Button type="submit" look="outline" loading={busy} className="justify-self-start">
                {m.admin_account_phone_drop()}
              </Button>
            </>
          )}
        </PageForm>
      ) : (
        <Act
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
        </Act>
      )}
    </div>
  )
}
