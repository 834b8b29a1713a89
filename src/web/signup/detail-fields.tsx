import { useState } from 'react'
import { textLength } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { labelOf } from '../application-labels.ts'
import { Checkbox } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { formatNumber } from '../ui/money.tsx'
import { DocumentConsent } from './document-consent.tsx'
import type { FieldsProps } from './field-binding.ts'
import { answerAt } from './form-answers.ts'
import { UploadField, UploadNotes } from './upload-field.tsx'

export function DetailFields(fields: FieldsProps) {
  const { bind, answers } = fields
  return (
    <>
      <LongText
        {...bind('brief')}
        label={labelOf('brief')}
        help={m.apply_brief_help({ least: textLength.minBrief })}
        most={textLength.brief}
        rows={7}
      />
      <LongText
        {...bind('teachingExperience')}
        label={m.apply_optional({ label: labelOf('teachingExperience') })}
        help={m.apply_teaching_help()}
        most={textLength.teachingExperience}
        rows={5}
      />
      <UploadNotes isProven={fields.isProven} files={m.apply_phone_first_details()} />
      <div className="video-part">
        <UploadField fields={fields} path="teachingVideo" preset="mentor-video" help={m.apply_video_help()} />
        <Checkbox
          name="publishVideo"
          label={labelOf('publishVideo')}
          defaultChecked={answerAt(answers, 'publishVideo') === true}
        />
      </div>
      <DocumentConsent fields={fields} />
      <UploadField fields={fields} path="cv" preset="mentor-cv" help={m.apply_cv_help()} />
    </>
  )
}

type TextProps = ReturnType<FieldsProps['bind']> & { label: string; help: string; most: number; rows: number }

function LongText({ id, name, defaultValue, error, label, help, most, rows }: TextProps) {
  const [count, setCount] = useState(defaultValue.length)
  return (
    <Field id={id} label={label} error={error}>
      {(wiring) => (
        <>
          <p id={`${id}-help`} className="field-help">
            {help}
          </p>
          <span className="control">
            <textarea
              {...wiring}
              aria-describedby={`${id}-help ${wiring['aria-describedby'] ?? ''}`.trim()}
              name={name}
              rows={rows}
              maxLength={most}
              defaultValue={defaultValue}
              onChange={(event) => setCount(event.currentTarget.value.length)}
            />
          </span>
          <p className="text-right text-muted text-small tabular-nums">
            {m.apply_letters({ count: formatNumber(count), most: formatNumber(most) })}
          </p>
        </>
      )}
    </Field>
  )
}
