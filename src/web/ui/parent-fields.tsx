import { useId } from 'react'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Checkbox } from './choice.tsx'
import { ConsentItems } from './consent-items.tsx'
import { FieldError, TextField } from './field.tsx'
import { RadioChip } from './radio-chip.tsx'
import { useScripts } from './use-scripts.ts'

/** `relation` is empty, one of `relationNames`, or `self` for an adult learner. */
export type ParentAnswers = { relation: string; parentName: string; agrees: boolean }
type ConsentText = { version: number; items: readonly string[] }

export const relationNames = {
  mother: m.consent_mother,
  father: m.consent_father,
  guardian: m.consent_guardian,
} as const

/** Whether nothing is left to answer; an adult learner needs no parent. */
export const isAnswered = ({ relation, parentName, agrees }: ParentAnswers): boolean =>
  relation === 'self' || (relation !== '' && parentName.trim() !== '' && agrees)

type Props = {
  answers: ParentAnswers
  onAnswers: (answers: ParentAnswers) => void
  text: ConsentText
  /** Prefix of the field names. */
  prefix?: string
  /** Also offers `self`, and shows the consent text with its checkbox. */
  withConsent?: boolean
  error?: string | undefined
  id?: string
}

/** The parent or guardian of a learner: name and relation. */
export function ParentFields({ answers, onAnswers, text, prefix = '', withConsent = false, error, id }: Props) {
  const own = useId()
  const isScripted = useScripts()
  const isSelf = answers.relation === 'self'
  const relations = Object.entries(relationNames).map(([value, label]) => ({ value, label: label() }))
  const offered = [...relations, ...(withConsent ? [{ value: 'self', label: m.consent_self() }] : [])]
  return (
    <div id={id ?? own} className="grid gap-3">
      {!isSelf && (
        <TextField
          label={m.consent_name()}
          name={`${prefix}name`}
          maxLength={80}
          autoComplete="name"
          required={isScripted}
          value={answers.parentName}
          onChange={(event) => onAnswers({ ...answers, parentName: event.currentTarget.value })}
        />
      )}
      <fieldset aria-describedby={error && `${own}-error`}>
        <legend className="field-label mb-1">{m.consent_relation()}</legend>
        <div className="flex flex-wrap gap-2">
          {offered.map(({ value, label }) => (
            <RadioChip
              key={value}
              name={`${prefix}relation`}
              value={value}
              required
              checked={answers.relation === value}
              onChange={() => onAnswers({ ...answers, relation: value })}
            >
              {label}
            </RadioChip>
          ))}
        </div>
        <FieldError id={`${own}-error`} error={error} />
      </fieldset>
      {!isSelf && (
        <>
          <input type="hidden" name={`${prefix}version`} value={text.version} />
          <input type="hidden" name={`${prefix}language`} value={currentLocale()} />
          {withConsent && (
            <>
              <details className="text-small text-muted">
                <summary className="text-link min-h-11 cursor-pointer content-center">{m.consent_text()}</summary>
                <ConsentItems items={text.items} />
              </details>
              <Checkbox
                label={m.consent_tick()}
                name="agrees"
                required={isScripted}
                checked={answers.agrees}
                onChange={(event) => onAnswers({ ...answers, agrees: event.currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </div>
  )
}
