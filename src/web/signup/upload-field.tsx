import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { telHref } from '#contract/wire/contact.ts'
import { isDocument, type UploadPreset } from '#contract/wire/uploads.ts'
import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { Notice } from '../ui/error-state.tsx'
import { FileField } from '../ui/file-field.tsx'
import type { UploadState } from '../ui/use-upload.ts'
import { labelOf } from './application-labels.ts'
import { ConfirmLink } from './confirm-link.tsx'
import type { FieldsProps } from './field-binding.ts'

type Props = { fields: FieldsProps; path: string; preset: UploadPreset; help: string }

/** Why no file can be chosen yet. */
export function lockOf({ isProven, documentConsent }: FieldsProps, preset: UploadPreset) {
  if (!isProven) return <ConfirmLink text={m.apply_phone_first()} />
  return documentConsent && isDocument(preset) ? m.consent_first() : undefined
}

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
export function UploadField({ fields, path, preset, help }: Props) {
  return (
    <FileField
      {...useFileValue(fields, path)}
      label={labelOf(path)}
      help={help}
      preset={preset}
      disabledBecause={lockOf(fields, preset)}
    />
  )
}

/** Notice for browsers without scripts, which cannot upload in chunks. */
export function UploadsNeedScripts() {
  const { callingNo } = useSite()
  return (
    <noscript>
      <Notice>
        {m.apply_no_scripts()}{' '}
        <a href={telHref(callingNo)} className="whitespace-nowrap underline underline-offset-4">
          {callingNo}
        </a>
      </Notice>
    </noscript>
  )
}
