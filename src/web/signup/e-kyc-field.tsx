import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { eKycBytes, sampleShareCode, shareCodeLength, shareCodePattern } from '#contract/mentors/e-kyc.ts'
import type { sendEKyc } from '#contract/mentors/e-kyc-file.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { textOf } from '../form.ts'
import { currentLocale } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { ConsentItems } from '../ui/consent-items.tsx'
import { formatDay } from '../ui/dates.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Field, FieldError, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import { wholeDays } from '../whole-times.ts'
import type { LoadedForm } from './application.server.ts'

type Offer = NonNullable<LoadedForm['eKyc']>
type Props = { offer: Offer; checkedAt: string | null; onChecked: () => void }
type Problems = { file?: string; code?: string; all?: string }

const kilobytes = eKycBytes.archive / 1024

/** Base64 of a file, without the beginning of its data URL. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The full name as it is in the form now. */
const nameIn = (form: HTMLFormElement | null | undefined) => (form ? textOf(new FormData(form), 'fullName') : '')

/** Aadhaar e-KYC as the identity document: agree, choose the ZIP, give its share code. Needs scripts, as uploads do. */
export function EKycField({ offer, checkedAt, onChecked }: Props) {
  const [done, setDone] = useState(checkedAt)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [code, setCode] = useState('')
  const [consent, setConsent] = useState(offer.consent)
  const [problems, setProblems] = useState<Problems>({})
  const box = useRef<HTMLDetailsElement>(null)
  const hasScripts = useScripts()
  const fileId = useId()

  const check = async () => {
    const fullName = nameIn(box.current?.closest('form')).trim()
    const missing: Problems = {
      ...((!file || file.size > eKycBytes.archive) && { file: m.apply_e_kyc_file_needed({ kilobytes }) }),
      ...(!shareCodePattern.test(code) && { code: m.apply_e_kyc_code_needed({ count: shareCodeLength }) }),
      ...(fullName === '' && { all: m.apply_e_kyc_name_first() }),
    }
    setProblems(missing)
    if (!file || Object.keys(missing).length > 0) return
    setBusy(true)
    const outcome = await send(file, { shareCode: code, fullName, consent })
    setBusy(false)
    if ('checkedAt' in outcome) {
      setDone(outcome.checkedAt)
      setOpen(false)
      setFile(null)
      setCode('')
      return onChecked()
    }
    if (outcome.newText) setConsent(outcome.newText)
    setProblems(outcome.code === 'e-kyc-code' ? { code: outcome.message } : { all: outcome.message })
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would submit the section.
    event.preventDefault()
    void check()
  }
  return (
    <div className="grid gap-2">
      <div role="status">
        {done && (
          <Notice tone="good" icon={<Icon name="circle-check" size={22} className="flex-none" />}>
            {m.apply_e_kyc_checked({ date: formatDay(done, { year: true }) })}
          </Notice>
        )}
      </div>
      <details
        ref={box}
        className="card"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        // None of these fields is an answer of the form.
        onChange={(event) => event.stopPropagation()}
      >
        <summary className="text-link min-h-11 cursor-pointer content-center">
          {done ? m.apply_e_kyc_another() : m.apply_e_kyc()}
        </summary>
        <div className="mt-2 grid gap-4">
          <p>{m.apply_e_kyc_help({ time: wholeDays(offer.days) })}</p>
          <ConsentItems items={consent.items} />
          {offer.isStandIn && (
            <a
              href="/sandbox/e-kyc"
              className="text-link inline-flex min-h-11 items-center"
              onClick={(event) => {
                const name = nameIn(box.current?.closest('form'))
                event.currentTarget.href = `/sandbox/e-kyc?name=${encodeURIComponent(name)}`
              }}
            >
              {m.apply_e_kyc_sample({ code: sampleShareCode })}
            </a>
          )}
          <Field label={m.apply_e_kyc_file()} error={problems.file} id={fileId}>
            {(wiring) => (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <label className="btn btn-outline">
                  <span className="btn-face">
                    <Icon name="file-up" size={20} />
                    {m.apply_e_kyc_choose()}
                  </span>
                  <input
                    {...wiring}
                    type="file"
                    className="sr-only"
                    accept=".zip,application/zip"
                    disabled={!hasScripts || isBusy}
                    onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
                  />
                </label>
                {file && <span className="line-clamp-2 min-w-0 text-small">{file.name}</span>}
              </span>
            )}
          </Field>
          <TextField
            label={m.apply_e_kyc_code()}
            help={m.apply_e_kyc_code_help({ count: shareCodeLength })}
            error={problems.code}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.trim())}
            onKeyDown={keyDown}
            maxLength={shareCodeLength}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={!hasScripts}
            className="short"
          />
          <FieldError id={`${fileId}-all`} error={problems.all} />
          <Button
            onClick={() => void check()}
            loading={isBusy}
            loadingText={m.apply_e_kyc_sending()}
            disabled={!hasScripts}
            className="sm:justify-self-start"
          >
            {m.apply_e_kyc_send()}
          </Button>
        </div>
      </details>
    </div>
  )
}

type Outcome = { checkedAt: string } | { code: string; message: string; newText?: Offer['consent'] }
type Given = { shareCode: string; fullName: string; consent: Offer['consent'] }

async function send(file: File, { consent, ...given }: Given): Promise<Outcome> {
  const lost = { code: 'offline', message: m.failure_connection() }
  try {
    const body: InputOf<typeof sendEKyc>['body'] = {
      ...given,
      file: await base64Of(file),
      consent: { version: consent.version, language: currentLocale() },
    }
    const reply = await fetch('/api/mentor/e-kyc', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
      body: JSON.stringify(body),
    })
    const read = await reply.json()
    if (reply.ok) return { checkedAt: read.data.checkedAt }
    const isNew = read.code === 'consent-changed'
    return { code: read.code, message: read.message, ...(isNew && { newText: read.details }) }
  } catch {
    // No connection, or a reply that is not JSON.
    return lost
  }
}
