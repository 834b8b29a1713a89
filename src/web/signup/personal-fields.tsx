import { ageRange } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { genderNames, labelOf, optionsOf } from '../application-labels.ts'
import { TextField } from '../ui/field.tsx'
import { RadioSet } from './choice-fields.tsx'
import { DocumentConsent } from './document-consent.tsx'
import type { FieldsProps } from './field-binding.ts'
import { IdentityField } from './identity-field.tsx'
import { UploadField, UploadNotes } from './upload-field.tsx'

export function PersonalFields(fields: FieldsProps) {
  const { bind } = fields
  return (
    <>
      <TextField {...bind('fullName')} label={labelOf('fullName')} autoComplete="name" maxLength={200} required />
      <TextField
        {...bind('email')}
        label={labelOf('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={120}
        required
      />
      <RadioSet {...bind('gender')} legend={labelOf('gender')} options={optionsOf(genderNames)} />
      <TextField
        {...bind('age')}
        label={labelOf('age')}
        type="number"
        inputMode="numeric"
        min={ageRange.min}
        max={ageRange.max}
        required
        className="short tabular-nums"
      />
      <UploadNotes isProven={fields.isProven} files={m.apply_phone_first_personal()}>
        <UploadField fields={fields} path="profilePhoto" preset="mentor-photo" help={m.apply_photo_help()} />
        <DocumentConsent fields={fields} />
        <IdentityField fields={fields} />
      </UploadNotes>
    </>
  )
}
