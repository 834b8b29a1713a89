import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { listingFile } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

const columns = [
  ['id, number, phone', m.admin_import_col_key],
  ['ranking', m.admin_import_col_ranking],
  ['tier', m.admin_import_col_tier],
  ['brief', m.admin_import_col_brief],
  ['brief visible, shown', m.admin_import_col_flags],
  ['city', m.admin_import_col_city],
] as const

/** Sends a file to be read, as it is: the answer is the preview of it. */
export function FileImport() {
  const isScripted = useScripts()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const file = event.currentTarget.querySelector<HTMLInputElement>('[name=file]')?.files?.[0]
    if (isBusy) return
    if (!file || file.size === 0) return setProblem(m.admin_import_choose())
    setBusy(true)
    setProblem(undefined)
    const words = await sendFile(file)
    setBusy(false)
    if ('to' in words) await navigate(localHref(words.to))
    else setProblem(words.problem)
  }

  return (
    <section className="card my-5 grid gap-4 lg:grid-cols-2" aria-labelledby="import">
      <form onSubmit={send} className="grid content-start gap-4" noValidate>
        <h2 id="import" className="text-h3">
          {m.admin_import()}
        </h2>
        <Field
          label={m.admin_import_file()}
          help={m.admin_import_help({
            lines: formatNumber(listingFile.lines),
            megabytes: listingFile.bytes / 1024 ** 2,
          })}
          error={problem}
        >
          {(wiring) => <input {...wiring} type="file" name="file" accept=".csv,text/csv" className="csv-file" />}
        </Field>
        <Button
          type="submit"
          loading={isBusy}
          loadingText={m.admin_import_reading()}
          disabled={!isScripted}
          className="justify-self-start"
        >
          {m.admin_import_read()}
        </Button>
        <p className="text-muted text-small">{m.admin_import_dry()}</p>
      </form>
      <div>
        <h3 className="font-semibold text-ink">{m.admin_import_columns()}</h3>
        <dl className="mt-2 grid gap-2 text-small sm:grid-cols-2 lg:grid-cols-1">
          {columns.map(([name, text]) => (
            <div key={name}>
              <dt className="font-semibold text-ink">{name}</dt>
              <dd className="text-muted">{text()}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Where the preview is, or why there is none. */
async function sendFile(file: File): Promise<{ to: string } | { problem: string }> {
  const query = new URLSearchParams({ name: file.name.slice(0, 200) || 'mentors.csv' })
  try {
    const reply = await fetch(`/api/admin/listing-changes/file?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'accept-language': document.documentElement.lang },
      body: file,
    })
    const body: { data?: { _id: string }; message?: string } = await reply.json()
    if (body.data) return { to: `/admin/mentors/changes/${body.data._id}` }
    return { problem: body.message ?? m.admin_import_failed() }
  } catch {
    return { problem: m.admin_import_failed() }
  }
}
