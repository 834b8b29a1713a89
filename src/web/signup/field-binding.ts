import type { ComponentType } from 'react'
import type { LoadedForm } from './application.server.ts'
import type { UploadState } from './draft.ts'
import type { Answers } from './form-answers.ts'

export type AreaBoxProps = {
  area: string
  onArea: (area: string) => void
  options: { areas: { value: string; label: string }[]; city: string; cityName: string }
  label: string
  name?: string
  id?: string
  error?: string | undefined
}

/** Props of a section's fields. Field names are paths of the answers. */
export type FieldsProps = {
  bind: (path: string) => { id: string; name: string; defaultValue: string; error: string | undefined }
  answers: Answers
  error: (path: string) => string | undefined
  /** Call after a change that fires no field event. */
  changed: () => void
  /** Reports the upload state of a field; null clears it. */
  uploading: (path: string, state: UploadState | null) => void
  /** Uploads need a verified phone number. */
  isProven: boolean
  /** What to agree to before uploading documents; null once agreed. */
  documentConsent: LoadedForm['documentConsent']
  /** Days after the check on which documents are deleted. */
  documentDays: number
  /** Call once it is agreed to. */
  agreed: () => void
  /** How e-KYC files are accepted; null where they are not, or when the identity check has passed. */
  eKyc: LoadedForm['eKyc']
  /** When a file was checked. */
  eKycCheckedAt: string | null
  cities: LoadedForm['cities']
  /** A maps provider is configured. */
  hasMap: boolean
  /** The area combobox of the mentor list. */
  AreaBox: ComponentType<AreaBoxProps>
}
