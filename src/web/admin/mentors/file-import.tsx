import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { listingFile } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

/** Uploads an edited CSV file of the list, and opens its preview. Needs scripts. */
export function FileImport() {
  const navigate = useNavigate()
  const isScripted = useScripts()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const file = event.currentTarget.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]
    if (!file) return setProblem(m.admin_import_choose())
    setBusy(true)
    const { data, message } = await previewOf(file)
    setBusy(false)
    if (!data) return setProblem(message ?? m.admin_import_failed())
    await navigate(localHref(`/admin/mentors/changes/${data._id}`))
  }
  const size = { lines: formatNumber(listingFile.lines), megabytes: listingFile.bytes / 1024 ** 2 }
  return (
    <form onSubmit={send} className="grid gap-4" noValidate>
      <p className="max-w-prose text-muted">{m.admin_import_text()}</p>
      <Field label={m.admin_import_file()} help={m.admin_import_help(size)} error={problem}>
        {(wiring) => <input {...wiring} type="file" accept=".csv,text/csv" className="csv-file" />}
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
    </form>
  )
}

/** Uploads a file; returns its preview, or the message of the problem. */
async function previewOf(file: File): Promise<{ data?: { _id: string }; message?: string }> {
  const query = new URLSearchParams({ name: file.name.slice(0, 200) })
  const headers = { 'content-type': 'text/csv', 'accept-language': document.documentElement.lang }
  return await fetch(`/api/admin/listing-changes/file?${query}`, { method: 'POST', headers, body: file })
    .then((reply) => reply.json())
    .catch(() => ({}))
}
