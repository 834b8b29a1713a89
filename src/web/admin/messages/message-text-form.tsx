import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { ChangeLines } from '../kit/change-lines.tsx'
import type { ShownText, TextResult } from './message-text.server.ts'
import { TextValues } from './text-values.tsx'

const languageOf = (at: string) => (at.includes('.hi') ? 'hi' : 'en')

/** The texts of an event as they hold or would be read. */
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

type Props = { one: ShownText; result: TextResult | undefined }

/** Both languages of everything an event is told with, and the values its texts may have. */
export function TextForm({ one: { fields, values, seen, state }, result }: Props) {
  const { formData } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const busy = (intent: string) => formData?.get('intent') === intent
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="seen" value={seen} />
      <TextValues values={values} form={form} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fields.map(({ at, label, text }) => (
          <Part key={at} at={at} label={label} text={result?.values[at] ?? text} error={result?.fields[at]} />
        ))}
      </div>
      {fields.length > 2 && <p className="text-muted text-small">{m.admin_text_foot()}</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="preview" loading={busy('preview')}>
          {m.admin_set_preview()}
        </Button>
        {state === 'changed' && (
          <Button type="submit" name="intent" value="usual" look="outline" loading={busy('usual')}>
            {m.admin_text_usual()}
          </Button>
        )}
      </div>
    </Form>
  )
}

function Part({ at, label, text, error }: { at: string; label: string; text: string; error: string | undefined }) {
  const given = { name: at, lang: languageOf(at), defaultValue: text, spellCheck: true }
  if (at.endsWith('subject')) return <TextField label={label} error={error} {...given} autoComplete="off" />
  const rows = at.startsWith('app') ? 4 : 10
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <span className="control">
          <textarea {...wiring} {...given} rows={rows} />
        </span>
      )}
    </Field>
  )
}

/** What is changed, and how people would read it with examples for its values. */
export function TextPreview({ preview: { lines, filled, wish } }: { preview: NonNullable<TextResult['preview']> }) {
  const { state, formData } = useNavigation()
  const busy = (intent: string) => state !== 'idle' && formData?.get('intent') === intent
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="wish" value={wish} />
      <h3 className="font-semibold text-ink">{m.admin_text_what()}</h3>
      <ChangeLines lines={lines} />
      <h3 className="font-semibold text-ink">{m.admin_text_read()}</h3>
      <TextList texts={filled} />
      <Notice>
        <p>{m.admin_set_from_now()}</p>
        <p>{m.admin_text_touches()}</p>
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save" loading={busy('save')}>
          {m.admin_set_save()}
        </Button>
        <Button type="submit" name="intent" value="edit" look="outline" loading={busy('edit')}>
          {m.admin_text_on()}
        </Button>
        <a href="?" className="btn btn-plain">
          {m.admin_set_leave()}
        </a>
      </div>
    </Form>
  )
}
