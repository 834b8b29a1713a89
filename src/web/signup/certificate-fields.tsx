import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type CertificateKind, certificateKinds, maxCertificates } from '#contract/mentors/check-evidence.ts'
import { m } from '#messages'
import { labelOf } from '../application-labels.ts'
import { FileField } from '../ui/file-field.tsx'
import type { UploadState } from '../ui/use-upload.ts'
import { wholeDays } from '../whole-times.ts'
import { ChoiceSet } from './choice-fields.tsx'
import { DocumentConsent } from './document-consent.tsx'
import type { FieldsProps } from './field-binding.ts'
import { listAt } from './form-answers.ts'
import { lockOf, UploadNotes } from './upload-field.tsx'

const helps: Record<CertificateKind, () => string> = {
  degree: () => m.apply_help_certificate_degree({ most: maxCertificates }),
  teaching: m.apply_help_certificate_teaching,
  police: m.apply_help_certificate_police,
}

/** Optional certificates: several files of each kind, uploaded as soon as they are chosen. */
export function CertificateFields({ fields }: { fields: FieldsProps }) {
  return (
    <section className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="certificates">
      <div>
        <h2 id="certificates" tabIndex={-1} className="text-h3">
          {m.apply_certificates()}
        </h2>
        <p className="mt-2 max-w-prose text-muted">
          {m.apply_certificates_text({ time: wholeDays(fields.documentDays) })}
        </p>
      </div>
      <UploadNotes isProven={fields.isProven} files={m.apply_phone_first_certificates()} />
      <DocumentConsent fields={fields} />
      {certificateKinds.map((kind) => (
        <CertificateFiles key={kind} fields={fields} kind={kind} />
      ))}
    </section>
  )
}

const pathOf = (kind: CertificateKind) => `certificates.${kind}`

type Box = { key: number; value: string }

/** The files of one kind, with an empty field for the next one. */
function CertificateFiles({ fields, kind }: { fields: FieldsProps; kind: CertificateKind }) {
  const path = pathOf(kind)
  const label = labelOf(path)
  const lock = lockOf(fields, 'mentor-certificate')
  const [boxes, setBoxes] = useState<readonly Box[]>(() =>
    withEmpty(listAt(fields.answers, path).map((value, key) => ({ key, value }))),
  )
  const change = (key: number, value: string) => {
    const next = boxes.map((box) => (box.key === key ? { ...box, value } : box)).filter((box) => box.value !== '')
    // `changed` reads the form, so the file URL must be rendered first.
    flushSync(() => setBoxes(withEmpty(next)))
    fields.changed()
  }
  // Cleared after `changed` has read the file URL, so that the draft never shows as saved in between.
  const reportUpload = (field: string, state: UploadState['kind']) => {
    if (state === 'idle') setTimeout(() => fields.uploading(field, null))
    else fields.uploading(field, state)
  }
  // The note names this kind of file while none can be added.
  if (!fields.isProven && boxes.every(({ value }) => value === '')) return <input type="hidden" name={path} value="" />
  return (
    <ChoiceSet id={path} legend={m.apply_optional({ label })} help={helps[kind]()} error={fields.error(path)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {boxes.map(({ key, value }, i) => (
          <FileField
            key={key}
            id={`${path}.${key}`}
            name={path}
            label={boxes.length > 1 ? m.apply_file({ number: i + 1 }) : label}
            hideLabel={boxes.length === 1}
            preset="mentor-certificate"
            value={value}
            onChange={(url) => change(key, url)}
            onState={(state) => reportUpload(`${path}.${key}`, state)}
            disabledBecause={lock}
          />
        ))}
      </div>
    </ChoiceSet>
  )
}

/** Appends an empty field until the maximum number of files is reached. */
function withEmpty(boxes: readonly Box[]): readonly Box[] {
  const key = Math.max(-1, ...boxes.map((box) => box.key)) + 1
  return boxes.length < maxCertificates ? [...boxes, { key, value: '' }] : boxes
}
