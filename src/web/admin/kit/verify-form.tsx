import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { AdminForm } from './admin-form.tsx'
import { CheckFields } from './check-fields.tsx'
import type { CheckDetail } from './check-forms.tsx'
import { CheckSign } from './mentor-cells.tsx'

export type MentorToVerify = {
  id: string
  name: string
  version: number
  isAwaitingDecision: boolean
  checks: readonly CheckDetail[]
}

/** The open checks with their documents and fields, and one button that passes all of them and verifies the mentor. */
export function VerifyForm({ mentor, onDone }: { mentor: MentorToVerify; onDone?: () => void }) {
  const { id, version, isAwaitingDecision, checks } = mentor
  if (!isAwaitingDecision) return <p>{m.admin_verify_not_waiting()}</p>
  return (
    <AdminForm
      intent="verify"
      resetKey=""
      version={version}
      action={`/admin/mentors/${id}/verify`}
      {...(onDone && { onDone })}
    >
      {({ field, busy }) => (
        <>
          <p className="text-muted">{checks.length > 0 ? m.admin_verify_text() : m.admin_verify_all_passed()}</p>
          {checks.map((check) => {
            const prefix = `${check.kind}.`
            const { error } = field(check.kind, '')
            return (
              <fieldset
                key={check.kind}
                className="grid gap-3 border-t border-line pt-3"
                aria-describedby={`${prefix}error`}
              >
                <legend className="float-left mb-1 flex items-center gap-2">
                  <CheckSign state={check.state} />
                  <b className="text-ink">{check.label}</b>
                  <span className="text-muted">{check.word}</span>
                </legend>
                <input type="hidden" name={prefix} value="open" />
                {/* A check that failed passes only if someone says so again. */}
                <CheckFields
                  check={check}
                  initial={check.state === 'failed' ? { ...check.saved, basis: '' } : check.saved}
                  prefix={prefix}
                  canOpen
                  field={field}
                />
                <FieldError id={`${prefix}error`} error={error} />
              </fieldset>
            )
          })}
          <Button type="submit" loading={busy} wide>
            {checks.length > 0 ? m.admin_verify_confirm() : m.admin_verify()}
          </Button>
        </>
      )}
    </AdminForm>
  )
}
