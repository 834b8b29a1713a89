import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Field } from '../ui/field.tsx'
import { AdminForm, type FormFields } from './admin-form.tsx'
import type { ShownRow } from './mentor-words.server.ts'

type Props = {
  status: ShownRow['status']
  /** Why it was sent back or suspended. */
  reason: string
  /** Names of the checks that must pass before. */
  open: string
  version: number
}

/** What can be decided as the mentor stands; every decision is told to the mentor. */
export function DecisionForm({ status, reason, open, version }: Props) {
  const waits = status === 'submitted' || status === 'in_review'
  return (
    // Decided by all that the page shows, so by its newest version.
    <AdminForm intent="decide" part="" version={version}>
      {(form) => (
        <>
          {status === 'rejected' && (
            <div className="grid gap-2">
              <Notice tone="wait">{m.admin_decide_rejected({ reason })}</Notice>
              <p className="text-muted">{m.admin_decide_wait()}</p>
            </div>
          )}
          {status === 'suspended' && <Notice tone="wait">{m.admin_decide_suspended({ reason })}</Notice>}
          {waits && open !== '' && <p className="text-muted">{m.admin_decide_open({ checks: open })}</p>}
          {waits && (
            <div className="flex flex-wrap gap-2">
              <Decide name="verify" disabled={open !== ''} busy={form.busy}>
                {m.admin_verify()}
              </Decide>
              {status === 'submitted' && (
                <Decide name="start_review" look="outline" busy={form.busy}>
                  {m.admin_decide_review()}
                </Decide>
              )}
            </div>
          )}
          {(waits || status === 'verified') && (
            <>
              <Reason {...form} />
              <Decide name={waits ? 'reject' : 'suspend'} look="danger" busy={form.busy}>
                {waits ? m.admin_reject() : m.admin_decide_suspend()}
              </Decide>
            </>
          )}
          {status === 'suspended' && (
            <Decide name="restore" busy={form.busy}>
              {m.admin_decide_restore()}
            </Decide>
          )}
        </>
      )}
    </AdminForm>
  )
}

type Decision = {
  name: string
  look?: 'filled' | 'outline' | 'danger'
  disabled?: boolean
  busy: boolean
  children: string
}

function Decide({ name, look = 'filled', disabled = false, busy, children }: Decision) {
  return (
    <Button
      type="submit"
      name="decision"
      value={name}
      look={look}
      disabled={disabled}
      loading={busy}
      className="justify-self-start"
    >
      {children}
    </Button>
  )
}

/** Why somebody is sent back or suspended, in words for the mentor. */
export function Reason({ field }: FormFields) {
  const { error, ...rest } = field('reason', '')
  return (
    <Field label={m.admin_decide_reason()} error={error}>
      {(wiring) => (
        <span className="control">
          <textarea {...wiring} {...rest} rows={3} maxLength={600} />
        </span>
      )}
    </Field>
  )
}
