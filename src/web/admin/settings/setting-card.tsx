import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { ChangeLines } from '../kit/change-lines.tsx'
import { PreviewButtons } from '../kit/preview-buttons.tsx'
import type { SettingResult, ShownSetting } from './settings.server.ts'

type Props = { setting: ShownSetting; mayChange: boolean; result: SettingResult | undefined }

/** A setting with its value, form, preview and latest changes. */
export function SettingCard({ setting, mayChange, result }: Props) {
  const { name, title, touches, fields } = setting
  const own = result?.name === name ? result : undefined
  return (
    <section className="card grid content-start gap-2" aria-labelledby={name}>
      <div className="card-head">
        <h2 id={name} className="text-h3">
          {title}
        </h2>
        {mayChange && !own?.preview && <ChangeForm key={setting.seen} setting={setting} result={own} />}
        <History setting={setting} />
      </div>
      {own?.problem && <Notice tone="bad">{own.problem}</Notice>}
      {own?.preview ? (
        <Preview name={name} touches={touches} preview={own.preview} />
      ) : (
        <>
          {fields.every(({ isEmpty }) => isEmpty) && (
            <p className="font-semibold text-ink">{m.admin_set_none_chosen()}</p>
          )}
          <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
            {fields
              .filter(({ isEmpty }) => !isEmpty)
              .map(({ at, kind, label, words, isWide }) => (
                <div key={at} className={kind === 'area' || isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                  <dt className="text-muted text-small">{label}</dt>
                  <dd className={words === m.admin_set_none() ? 'text-muted' : 'wrap-anywhere font-semibold text-ink'}>
                    {words}
                  </dd>
                </div>
              ))}
          </dl>
        </>
      )}
    </section>
  )
}

const History = ({ setting: { title, history } }: Pick<Props, 'setting'>) => (
  <details>
    <summary>
      {m.admin_set_history()}
      <span className="sr-only">: {title}</span>
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
)

function ChangeForm({
  setting: { name, title, seen, fields },
  result,
}: {
  setting: ShownSetting
  result: Props['result']
}) {
  const busy = useNavigation().formData?.get('name') === name
  const values = result?.values
  return (
    <details open={result !== undefined}>
      <summary>
        {m.admin_set_change_it()}
        <span className="sr-only">: {title}</span>
      </summary>
      <Form method="post" noValidate preventScrollReset className="mt-2 grid items-start gap-4 sm:grid-cols-2">
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="seen" value={seen} />
        {fields.map((one) => (
          <div key={one.at} className={one.isWide ? 'sm:col-span-2' : 'contents'}>
            <SettingField one={one} typed={values} error={result?.fields[one.at]} />
          </div>
        ))}
        <Button type="submit" look="outline" loading={busy} className="justify-self-start sm:col-span-2">
          {m.admin_set_preview()}
        </Button>
      </Form>
    </details>
  )
}

type PartProps = {
  one: ShownSetting['fields'][number]
  typed: Record<string, string> | undefined
  error: string | undefined
}

function SettingField({ one: { at, kind, label, rule, value, options }, typed, error }: PartProps) {
  const initial = typed?.[at] ?? value
  if (kind === 'tick')
    return (
      <div>
        <Checkbox label={label} name={at} value="1" defaultChecked={typed ? at in typed : value === 'true'} />
        <p className="pl-9 text-muted text-small">{rule}</p>
      </div>
    )
  if (kind === 'select')
    return (
      <SelectField
        label={label}
        name={at}
        help={error ? undefined : rule}
        error={error}
        options={options}
        defaultValue={initial}
        {...(/^\d/.test(at) && { empty: m.admin_set_none() })}
      />
    )
  if (kind === 'area')
    return (
      <TextArea
        label={label}
        help={error ? undefined : rule}
        error={error}
        name={at}
        rows={4}
        maxLength={1500}
        defaultValue={initial}
      />
    )
  return (
    <TextField
      label={label}
      name={at}
      help={error ? undefined : rule}
      error={error}
      defaultValue={initial}
      autoComplete="off"
      {...((kind === 'number' || kind === 'hour') && { inputMode: 'numeric' as const })}
    />
  )
}

type PreviewProps = { name: string; touches: string; preview: NonNullable<SettingResult['preview']> }

/** Preview of a change: old and new value, what it affects and from when. */
function Preview({ name, touches, preview: { lines, value, seen, notes } }: PreviewProps) {
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
      <PreviewButtons name={name} set={m.admin_set_save()} />
    </Form>
  )
}
