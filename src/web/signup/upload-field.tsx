import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { telHref } from '#contract/wire/contact.ts'
import { isDocument, type UploadPreset } from '#contract/wire/uploads.ts'
import { m } from '#messages'
import { labelOf } from '../application-labels.ts'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { UploadState } from '../ui/use-upload.ts'
import { phonePath } from './confirm-link.tsx'
import type { FieldsProps } from './field-binding.ts'

type Props = { fields: FieldsProps; path: string; preset: UploadPreset; help: string; isInNote?: boolean }

/** Why no file can be chosen yet; empty where a note says it. */
export function lockOf({ isProven, documentConsent }: FieldsProps, preset: UploadPreset) {
  if (!isProven) return ''
  return documentConsent && isDocument(preset) ? m.consent_first() : undefined
}

/** What is shown of a file that can be chosen once the number is verified; undefined if it can be chosen now. */
export const laterOf = ({ isProven }: FieldsProps, isInNote = false) =>
  isProven ? undefined : isInNote ? 'note' : 'name'

/** The value of a file field, and what it reports to the draft. */
export function useFileValue({ bind, changed, uploading }: FieldsProps, path: string) {
  const { defaultValue, ...field } = bind(path)
  const [value, setValue] = useState(defaultValue)
  const onChange = (next: string) => {
    // `changed` reads the form, so the file URL must be rendered first.
    flushSync(() => setValue(next))
    changed()
  }
  // Cleared after `changed` has read the file URL, so that the draft never shows as saved in between.
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onState = (kind: UploadState['kind']) => {
    clearTimeout(idle.current)
    if (kind === 'idle') idle.current = setTimeout(() => uploading(path, null))
    else uploading(path, kind)
  }
  return { ...field, value, onChange, onState }
}

/** Upload of one file; needs a verified phone number. */
export function UploadField({ fields, path, preset, help, isInNote }: Props) {
  return (
    <FileField
      {...useFileValue(fields, path)}
      label={labelOf(path)}
      help={help}
      preset={preset}
      disabledBecause={lockOf(fields, preset)}
      later={laterOf(fields, isInNote)}
    />
  )
}

/**
 * Before the first file: that it needs scripts, to be sent in chunks, and, unless asked for above, a verified number
 * with the files that can then be added.
 */
export function UploadNotes({ isProven = true, files }: { isProven?: boolean; files?: string }) {
  const { callingNo } = useSite()
  return (
    <>
      <noscript>
        <Notice>
          {m.apply_no_scripts()}{' '}
          <a href={telHref(callingNo)} className="whitespace-nowrap underline underline-offset-4">
            {callingNo}
          </a>
        </Notice>
      </noscript>
      {!isProven && (
        <div className="card flex items-start gap-3">
          <Icon name="smartphone" size={22} className="flex-none text-ink" />
          <div>
            <p className="font-semibold text-ink">{m.apply_phone_first()}</p>
            <p className="text-muted text-small">{files}</p>
            <ButtonLink to={phonePath} look="outline" className="mt-3">
              {m.apply_phone_first_link()}
            </ButtonLink>
          </div>
        </div>
      )}
    </>
  )
}
