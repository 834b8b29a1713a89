import { m } from '#messages'
import { FieldError } from '../ui/field.tsx'
import { labelOf } from './apply-words.ts'
import type { FieldsProps } from './field-binding.ts'

type Props = {
  fields: FieldsProps
  path: string
  preset: 'mentor-photo' | 'mentor-document' | 'mentor-cv' | 'mentor-video'
  help: string
}

/** A file of the application; it can be sent once the phone is proven. */
export function UploadField({ fields: { bind, isProven }, path, help }: Props) {
  const { id, name, defaultValue, error } = bind(path)
  return (
    <div id={id} tabIndex={-1} className="field outline-none" data-invalid={error ? true : undefined}>
      <p className="field-label">{labelOf(path)}</p>
      <input type="hidden" name={name} value={defaultValue} />
      <p className="field-help">{help}</p>
      <p>{defaultValue ? m.apply_uploaded() : isProven ? m.apply_not_given() : m.apply_phone_first()}</p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
