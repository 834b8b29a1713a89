import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextArea } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AdminForm, type FormFields } from './admin-form.tsx'
import type { ShownRow } from './mentor-labels.server.ts'

type Props = {
  status: ShownRow['status']
  /** Reason for the rejection or suspension. */
  reason: string
  /** Numbers of the mentor's open safety cases. */
  safety: string
  /** The page that skips the planned classes of a suspended mentor. */
  leaveOut: string
  /** Names of the checks that must pass first. */
  open: string
  /** Listed once it is verified. */
  isShown: boolean
  version: number
}

/** The decisions possible in the mentor's current status; the mentor is notified of each. */
export function DecisionForm({ status, reason, safety, leaveOut, open, isShown, version }: Props) {
  const waits = status === 'submitted' || status === 'in_review'
  return (
    // The decision rests on everything the page shows, so it is bound to the newest version.
    <AdminForm intent="decide" resetKey="" version={version}>
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
          {waits && !isShown && (
            <div>
              <p className="text-muted">{m.admin_decide_hidden()}</p>
              <Checkbox label={m.admin_decide_show()} {...form.tick('show', false)} />
            </div>
          )}
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
              {status === 'verified' && <p className="text-small text-muted">{m.admin_decide_suspend_text()}</p>}
              <Decide name={waits ? 'reject' : 'suspend'} look="danger" busy={form.busy}>
                {waits ? m.admin_reject() : m.admin_decide_suspend()}
              </Decide>
            </>
          )}
          {status === 'suspended' && (
            <>
              <LocalLink to={leaveOut} className="text-link inline-flex min-h-11 items-center">
                {m.admin_leave_out()}
              </LocalLink>
              <Reason {...form} label={m.admin_decide_restore_why()} />
              {safety !== '' && (
                <label className="choice">
                  <input type="checkbox" {...form.tick('despite', false)} />
                  <span>{m.admin_decide_despite({ numbers: safety })}</span>
                </label>
              )}
              <Decide name="restore" busy={form.busy}>
                {m.admin_decide_restore()}
              </Decide>
            </>
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

/** A text field for the reason, which the mentor reads. `label` replaces the usual label. */
export const Reason = ({ field, label = m.admin_decide_reason() }: FormFields & { label?: string }) => (
  <TextArea label={label} {...field('reason', '')} rows={3} maxLength={600} />
)
