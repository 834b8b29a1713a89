import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { ChangeLines } from './change-lines.tsx'
import type { SettingResult, ShownSetting } from './settings.server.ts'

type Props = { setting: ShownSetting; mayChange: boolean; result: SettingResult | undefined }

/** One setting: what it is, its form, what a change would be, and who changed it before. */
export function SettingCard({ setting, mayChange, result }: Props) {
  const { name, title, touches, fields, history } = setting
  const own = result?.name === name ? result : undefined
  return (
    <section className="card grid content-start gap-4" aria-labelledby={name}>
      <h2 id={name} className="text-h3">
        {title}
      </h2>
      {own?.problem && <Notice tone="bad">{own.problem}</Notice>}
      {own?.preview ? (
        <Preview name={name} touches={touches} preview={own.preview} />
      ) : (
        <>
          <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
            {fields.map(({ field, label, words }) => (
              <div key={field} className="min-w-0">
                <dt className="text-small text-muted">{label}</dt>
                <dd className="break-words font-semibold text-ink">{words}</dd>
              </div>
            ))}
          </dl>
          {mayChange && <ChangeForm key={setting.seen} setting={setting} result={own} />}
        </>
      )}
      <details className="border-line border-t pt-2">
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
          {m.admin_set_history()}
        </summary>
        {history.length === 0 && <p className="text-muted">{m.admin_set_history_none()}</p>}
        <ol className="divide-y divide-line">
          {history.map(({ who, lines }) => (
            <li key={who} className="break-words py-2 text-small">
              {lines.map((line) => (
                <span key={line} className="block text-ink">
                  {line}
                </span>
              ))}
              <span className="text-muted">{who}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function ChangeForm({ setting: { name, seen, fields }, result }: { setting: ShownSetting; result: Props['result'] }) {
  const busy = useNavigation().formData?.get('name') === name
  const values = result?.values
  return (
    <details className="border-line border-t pt-2" open={result !== undefined}>
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
        {m.admin_set_change_it()}
      </summary>
      <Form method="post" noValidate preventScrollReset className="mt-2 grid items-start gap-4 sm:grid-cols-2">
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="seen" value={seen} />
        {fields.map(({ field, kind, label, rule, value }) =>
          kind === 'tick' ? (
            <div key={field}>
              <Checkbox
                label={label}
                name={field}
                value="1"
                defaultChecked={values ? field in values : value === 'true'}
              />
              <p className="pl-9 text-muted text-small">{rule}</p>
            </div>
          ) : (
            <TextField
              key={field}
              label={label}
              name={field}
              help={rule}
              error={result?.fields[field]}
              defaultValue={values?.[field] ?? value}
              {...(kind === 'number' && { inputMode: 'numeric' as const })}
              autoComplete="off"
            />
          ),
        )}
        <Button type="submit" look="outline" loading={busy} className="justify-self-start sm:col-span-2">
          {m.admin_set_preview()}
        </Button>
      </Form>
    </details>
  )
}

type PreviewProps = { name: string; touches: string; preview: NonNullable<SettingResult['preview']> }

/** What it is now, what it becomes, what that touches and from when. */
function Preview({ name, touches, preview: { lines, value, seen, notes } }: PreviewProps) {
  const busy = useNavigation().formData?.get('name') === name
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="value" value={value} />
      <input type="hidden" name="seen" value={seen} />
      <ChangeLines lines={lines} />
      <Notice>
        <p>{m.admin_set_from_now()}</p>
        <p>{touches}</p>
        {notes.map((note) => (
          <p key={note} className="font-semibold">
            {note}
          </p>
        ))}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={busy}>
          {m.admin_set_save()}
        </Button>
        <a href="?" className="btn btn-plain">
          {m.admin_set_leave()}
        </a>
      </div>
    </Form>
  )
}
