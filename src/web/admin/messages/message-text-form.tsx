import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { ChangeLines } from '../kit/change-lines.tsx'
import type { EventTexts, TextResult } from './message-texts.server.ts'

const languageOf = (at: string) => (at.includes('.hi') ? 'hi' : 'en')

/** Read-only texts. */
export const TextList = ({ texts }: { texts: readonly { at: string; label: string; text: string }[] }) => (
  <dl className="grid items-start gap-4 sm:grid-cols-2">
    {texts.map(({ at, label, text }) => (
      <div key={at} className="min-w-0">
        <dt className="text-muted text-small">{label}</dt>
        <dd lang={languageOf(at)} className="wrap-anywhere whitespace-pre-line text-ink">
          {text}
        </dd>
      </div>
    ))}
  </dl>
)

type Props = { one: EventTexts; result: TextResult | undefined }
type TypedField = HTMLInputElement | HTMLTextAreaElement

/** The texts of an event in both languages, with a preview before they are saved. */
export function TextForm({ one: { fields, placeholders, seen, state }, result }: Props) {
  const { formData } = useNavigation()
  const lastField = useRef<TypedField>(null)
  const busy = (intent: string) => formData?.get('intent') === intent
  const insert = (name: string) => {
    const field = lastField.current
    field?.focus()
    field?.setRangeText(name, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  }
  return (
    <Form
      method="post"
      noValidate
      preventScrollReset
      className="grid gap-5"
      onFocus={({ target }) => {
        if (target.matches('input, textarea')) lastField.current = target as Element as TypedField // matched above
      }}
    >
      <input type="hidden" name="seen" value={seen} />
      <Placeholders placeholders={placeholders} insert={insert} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fields.map(({ at, label, text }) => {
          const value = result?.values[at] ?? text
          // A text restored by the server replaces the typed one.
          return <TextPart key={at + value} at={at} label={label} text={value} error={result?.fields[at]} />
        })}
      </div>
      {fields.length > 2 && <p className="text-muted text-small">{m.admin_text_foot()}</p>}
      {result?.preview && (
        <section id="preview" tabIndex={-1} aria-label={m.admin_set_preview()} className="grid gap-5 outline-none">
          <h3 className="font-semibold text-ink">{m.admin_text_what()}</h3>
          <ChangeLines lines={result.preview.lines} />
          <h3 className="font-semibold text-ink">{m.admin_text_read()}</h3>
          <TextList texts={result.preview.filled} />
          <Notice>
            <p>{m.admin_set_from_now()}</p>
            <p>{m.admin_text_touches()}</p>
          </Notice>
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="preview"
          look={result?.preview ? 'outline' : 'filled'}
          loading={busy('preview')}
        >
          {m.admin_set_preview()}
        </Button>
        {result?.preview && (
          <Button type="submit" name="intent" value="save" loading={busy('save')}>
            {m.admin_set_save()}
          </Button>
        )}
        {state === 'changed' && (
          <Button type="submit" name="intent" value="usual" look="outline" loading={busy('usual')}>
            {m.admin_text_usual()}
          </Button>
        )}
      </div>
    </Form>
  )
}

function TextPart({ at, label, text, error }: { at: string; label: string; text: string; error: string | undefined }) {
  const attributes = { name: at, lang: languageOf(at), defaultValue: text, spellCheck: true }
  if (at.endsWith('subject')) return <TextField label={label} error={error} {...attributes} autoComplete="off" />
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className="control">
          <textarea {...wiring} {...attributes} rows={at.startsWith('app') ? 4 : 10} />
        </span>
      )}
    </Field>
  )
}

type PlaceholdersProps = Pick<EventTexts, 'placeholders'> & { insert: (name: string) => void }
/** Placeholders of an event with examples; a press inserts one at the last cursor position. */
function Placeholders({ placeholders, insert }: PlaceholdersProps) {
  return (
    <section aria-labelledby="values">
      <h3 id="values" className="font-semibold text-ink">
        {m.admin_text_values()}
      </h3>
      <p className="text-muted text-small">{m.admin_text_values_text()}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {placeholders.map(({ name, example, needed }) => (
          <li key={name} className="min-w-0 rounded-cell border border-line px-3 py-2 text-small">
            <button type="button" className="text-link min-h-11 font-semibold" onClick={() => insert(name)}>
              {name}
            </button>{' '}
            <span className="wrap-anywhere text-muted">{example}</span>
            {needed && <span className="block text-muted">{m.admin_text_needed({ where: needed })}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
