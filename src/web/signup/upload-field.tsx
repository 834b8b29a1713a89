import { type ReactNode, useRef, useState } from 'react'
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

type Props = { fields: FieldsProps; path: string; preset: UploadPreset; help: string }

/** Why no file can be chosen yet; empty where a note says it. */
export function lockOf({ isProven, documentConsent }: FieldsProps, preset: UploadPreset) {
  if (!isProven) return ''
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
      later={!fields.isProven}
    />
  )
}

/**
 * Before the first file: that it needs scripts, to be sent in chunks, and a verified number with the files that can
 * then be added. `children`: the file fields where the number is asked for above, else a link leads there.
 */
export function UploadNotes({ isProven, files, children }: { isProven: boolean; files: string; children?: ReactNode }) {
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
      {isProven ? (
        children
      ) : (
        <div className="card flex items-start gap-3">
          {!children && <Icon name="smartphone" size={22} className="flex-none text-ink" />}
          <div>
            <p className="font-semibold text-ink">{children ? m.apply_phone_first_files() : m.apply_phone_first()}</p>
            <p className="text-muted text-small">{files}</p>
            {children ?? (
              <ButtonLink to={phonePath} look="outline" className="mt-3">
                {m.apply_phone_first_link()}
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </>
  )
}
