import { useState } from 'react'
import { m } from '#messages'
import { textOf } from '../../form.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
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

const namesOf = (checks: readonly CheckDetail[]) => checks.map(({ label }) => label).join(', ')

/** The open checks with their documents and fields, and one button that passes what is chosen and then verifies the mentor. */
export function VerifyForm({ mentor, onDone }: { mentor: MentorToVerify; onDone?: () => void }) {
  const { id, version, isAwaitingDecision, checks } = mentor
  const isScripted = useScripts()
  const [kinds, setKinds] = useState(() =>
    checks.filter(({ state, saved }) => state !== 'failed' && saved.basis && saved.method).map(({ kind }) => kind),
  )
  const follow = (form: HTMLFormElement) => {
    const given = new FormData(form)
    const isChosen = ({ kind }: CheckDetail) => textOf(given, `${kind}.basis`) && textOf(given, `${kind}.method`)
    setKinds(checks.filter(isChosen).map(({ kind }) => kind))
  }
  if (!isAwaitingDecision) return <p>{m.admin_verify_not_waiting()}</p>
  return (
    <AdminForm
      intent="verify"
      resetKey=""
      version={version}
      action={`/admin/mentors/${id}/verify`}
      onInput={follow}
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
          <SubmitChecks
            checks={checks}
            chosen={isScripted ? checks.filter(({ kind }) => kinds.includes(kind)) : checks}
            busy={busy}
          />
        </>
      )}
    </AdminForm>
  )
}

type SubmitProps = { checks: readonly CheckDetail[]; chosen: readonly CheckDetail[]; busy: boolean }

/** Says what is missing. With some checks only those are passed, without any the button only leads to the first. */
function SubmitChecks({ checks, chosen, busy }: SubmitProps) {
  const missing = checks.filter((check) => check.isNeeded && !chosen.includes(check))
  if (missing.length === 0)
    return (
      <Button type="submit" loading={busy} className="sm:justify-self-start">
        {checks.length > 0 ? m.admin_verify_confirm() : m.admin_verify()}
      </Button>
    )
  const isEmpty = chosen.length === 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        type="submit"
        name="part"
        value="on"
        look="outline"
        loading={busy}
        className="max-sm:w-full"
        aria-disabled={isEmpty || undefined}
        aria-describedby="verify-missing"
        onClick={(event) => {
          if (!isEmpty) return
          event.preventDefault()
          event.currentTarget.form?.querySelector<HTMLElement>('input[type=radio]')?.focus()
        }}
      >
        {isEmpty ? m.admin_verify_confirm() : m.admin_verify_part({ checks: namesOf(chosen) })}
      </Button>
      <p id="verify-missing" className="min-w-0 flex-1 basis-60 text-small text-muted">
        {isEmpty ? m.admin_verify_nothing() : m.admin_verify_missing({ checks: namesOf(missing) })}
      </p>
    </div>
  )
}
