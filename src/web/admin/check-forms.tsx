import { useId } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { type Option, SelectField, TextField } from '../ui/field.tsx'
import { AdminForm } from './admin-form.tsx'
import { CheckSign } from './mentor-cells.tsx'
import type { CheckShown } from './mentor-words.server.ts'

/** A check as it stands; dates as the fields take them. */
export type CheckDetail = CheckShown & {
  /** "12 Aug 2026 by Neha", "valid until …". */
  line: string
  saved: { state: string; method: string; note: string; evidence: string; checkedOn: string; validUntil: string }
  /** What is often seen. */
  suggestions: readonly string[]
}

type Props = {
  checks: readonly CheckDetail[]
  methods: readonly Option[]
  today: string
  version: number
  canDecide: boolean
}

/** The four checks, each a form that opens. */
export function CheckForms({ checks, ...rest }: Props) {
  return (
    <div className="grid gap-3">
      {checks.map((check) => (
        <CheckForm key={check.kind} check={check} {...rest} />
      ))}
    </div>
  )
}

function CheckForm({ check, methods, today, version, canDecide }: Omit<Props, 'checks'> & { check: CheckDetail }) {
  const list = useId()
  const { kind, label, state, word, line, saved } = check
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
      </summary>
      <div className="p-4">
        <AdminForm intent={`check-${kind}`} part={JSON.stringify(saved)} version={version}>
          {({ field, busy }) => (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <SelectField label={m.admin_check_state()} options={states} {...field('state', saved.state)} />
                <SelectField
                  label={m.admin_check_method()}
                  options={methods}
                  empty={m.admin_check_method_choose()}
                  {...field('method', saved.method)}
                />
              </div>
              <TextField
                label={m.admin_check_note()}
                list={list}
                maxLength={160}
                autoComplete="off"
                {...field('note', saved.note)}
              />
              <datalist id={list}>
                {check.suggestions.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
              <TextField
                label={m.admin_check_evidence()}
                maxLength={500}
                autoComplete="off"
                {...field('evidence', saved.evidence)}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={m.admin_check_on()}
                  type="date"
                  max={today}
                  {...field('checkedOn', saved.checkedOn)}
                />
                <TextField label={m.admin_check_until()} type="date" {...field('validUntil', saved.validUntil)} />
              </div>
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
