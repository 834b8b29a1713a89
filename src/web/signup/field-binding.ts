import type { ComponentType } from 'react'
import type { LoadedForm } from './application.server.ts'
import type { UploadOf } from './draft.ts'
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

/** What the fields of a section are given. Names of fields are paths of the answers. */
export type FieldsProps = {
  bind: (path: string) => { id: string; name: string; defaultValue: string; error: string | undefined }
  answers: Answers
  error: (path: string) => string | undefined
  /** After a change that is no event of a field. */
  changed: () => void
  /** A file of a field is on its way, did not arrive, or neither (null). */
  uploading: (path: string, state: UploadOf | null) => void
  /** Files can be kept once the phone is proven. */
  isProven: boolean
  cities: LoadedForm['cities']
  /** A maps provider can show where a place is. */
  hasMap: boolean
  /** Of the mentor list; the page brings it. */
  AreaBox: ComponentType<AreaBoxProps>
}
