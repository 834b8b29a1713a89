import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import { m } from '#messages'
import { labelOf } from '../application-labels.ts'
import { Notice } from '../ui/error-state.tsx'
import { FileField } from '../ui/file-field.tsx'
import { wholeDays } from '../whole-times.ts'
import { EKycField } from './e-kyc-field.tsx'
import type { FieldsProps } from './field-binding.ts'
import { lockOf, useFileValue } from './upload-field.tsx'

/** The identity document: an uploaded file, or a checked e-KYC file. */
export function IdentityField({ fields }: { fields: FieldsProps }) {
  const { name, value, onChange, ...field } = useFileValue(fields, 'mentorId')
  const isEKyc = value === eKycDocument
  return (
    <>
      <input type="hidden" name={name} value={value} />
      <FileField
        {...field}
        label={labelOf('mentorId')}
        help={m.apply_document_help({ time: wholeDays(fields.documentDays) })}
        preset="mentor-document"
        value={isEKyc ? '' : value}
        onChange={onChange}
        disabledBecause={lockOf(fields, 'mentor-document')}
        later={!fields.isProven && !isEKyc}
      />
      {isEKyc && !fields.eKyc && <Notice tone="good">{m.apply_e_kyc_uploaded()}</Notice>}
      {fields.eKyc && (
        <EKycField
          offer={fields.eKyc}
          checkedAt={fields.eKycCheckedAt}
          onChecked={() => {
            if (value === '') onChange(eKycDocument)
          }}
        />
      )}
    </>
  )
}
