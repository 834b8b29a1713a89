import { endingChecks } from '#contract/mentors/check-evidence.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { AdminForm } from './admin-form.tsx'
import { type CheckChoices, CheckFields, type CheckOptions } from './check-fields.tsx'
import { CheckSign } from './mentor-cells.tsx'
import type { CheckShown } from './mentor-labels.server.ts'

/** A check; dates in the format of date fields. */
export type CheckDetail = CheckShown &
  CheckOptions & {
    /** For example "12 Aug 2026 by Neha" or "valid until …". */
    line: string
    /** The sentence families read, or empty. */
    families: string
    /** Nobody is verified without it. */
    isNeeded: boolean
    saved: CheckChoices & { state: string; evidence: string; checkedOn: string }
  }

type Props = {
  checks: readonly CheckDetail[]
  today: string
  version: number
  canDecide: boolean
}

/** The four checks, each a disclosure with a form. */
export function CheckForms({ checks, ...rest }: Props) {
  return (
    <div className="grid gap-3">
      {checks.map((check) => (
        <CheckForm key={check.kind} check={check} {...rest} />
      ))}
    </div>
  )
}

function CheckForm({ check, today, version, canDecide }: Omit<Props, 'checks'> & { check: CheckDetail }) {
  const { kind, label, state, word, line, families, saved } = check
  const states = [
    { value: 'pending', label: m.admin_state_pending() },
    { value: 'passed', label: m.admin_state_passed() },
    { value: 'failed', label: m.admin_state_failed() },
  ]
  return (
    <details className="admin-check" id={`check-${kind}`} open={kind === 'identity' && state === 'pending'}>
      <summary>
        <CheckSign state={state} />
        <b className="text-ink">{label}</b>
        <span className="text-muted">{word}</span>
        {line && <span className="w-full text-small text-muted">{line}</span>}
        {families && <span className="w-full text-small text-muted">{m.admin_check_families({ text: families })}</span>}
      </summary>
      <div className="p-4">
        <AdminForm intent={`check ${kind}`} resetKey={JSON.stringify(saved)} version={version}>
          {({ field, busy }) => (
            <>
              <SelectField label={m.admin_check_state()} options={states} {...field('state', saved.state)} />
              <CheckFields check={check} initial={saved} canOpen={canDecide} field={field} />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={m.admin_check_on()}
                  type="date"
                  max={today}
                  {...field('checkedOn', saved.checkedOn || today)}
                />
                <TextField
                  label={endingChecks.includes(kind) ? m.admin_check_until_needed() : m.admin_check_until()}
                  type="date"
                  {...field('validUntil', saved.validUntil)}
                />
              </div>
              <TextField
                label={m.admin_check_evidence()}
                maxLength={900}
                autoComplete="off"
                {...field('evidence', saved.evidence)}
              />
              {canDecide && (
                <Button type="submit" look="outline" loading={busy} className="justify-self-start">
                  {m.admin_check_save({ check: label })}
                </Button>
              )}
            </>
          )}
        </AdminForm>
      </div>
    </details>
  )
}
