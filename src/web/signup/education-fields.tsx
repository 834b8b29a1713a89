import { useRef, useState } from 'react'
import { earliestGraduation } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { boardOptions, degreeLabel, experienceNames, labelOf, optionsOf, streamNames } from '../application-labels.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { CertificateFields } from './certificate-fields.tsx'
import { RadioSet } from './choice-fields.tsx'
import { DegreeField } from './degree-field.tsx'
import type { FieldsProps } from './field-binding.ts'
import { textAt } from './form-answers.ts'

const parts = ['highestQualification', 'specialization', 'university'] as const
const notDegrees = ['', 'none', 'pursuing']

/** A board without a class 12. */
const endsAtTen = 'Telangana SSC Board'

/** The line the server generates when the field is empty. */
function displayOf([highest = '', special = '', university = '']: readonly string[]): string {
  const degree = highest.toLowerCase().includes(special.toLowerCase()) ? highest : `${highest} ${special}`
  return [degree.trim(), university].filter(Boolean).join(', ')
}

export function EducationFields(fields: FieldsProps) {
  const { bind, answers } = fields
  const board = textAt(answers, 'twelfthBoard')
  const [own, setOwn] = useState(textAt(answers, 'qualifications.display'))
  const [made, setMade] = useState(parts.map((one) => textAt(answers, `qualifications.${one}`)))
  const [master, setMaster] = useState(textAt(answers, 'postGraduation.degree'))
  const follow = (place: number) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget
    setMade((now) => now.map((one, i) => (i === place ? value.trim() : one)))
  }
  const degrees = useRef({
    graduation: { degree: textAt(answers, 'graduation.degree'), college: textAt(answers, 'graduation.college') },
    postGraduation: {
      degree: textAt(answers, 'postGraduation.degree'),
      college: textAt(answers, 'postGraduation.college'),
    },
  })
  const filled = useRef<readonly string[]>(['', '', ''])
  /** Fills in the highest degree from the others, unless something else was typed. */
  const noteDegree = (of: 'graduation' | 'postGraduation', known: { degree?: string; college?: string }) => {
    Object.assign(degrees.current[of], known)
    const { graduation, postGraduation } = degrees.current
    const highest = notDegrees.includes(postGraduation.degree) ? graduation : postGraduation
    const next = [highest.degree === '' ? '' : degreeLabel(highest.degree), '', highest.college.trim()]
    const now = parts.map((part, place) => {
      const field = document.getElementById(bind(`qualifications.${part}`).id)
      if (!(field instanceof HTMLInputElement)) return ''
      if (part !== 'specialization' && field.value === filled.current[place]) field.value = next[place] ?? ''
      return field.value.trim()
    })
    filled.current = next
    setMade(now)
  }
  const hasProblem = [...parts, 'display'].some((part) => bind(`qualifications.${part}`).error)
  const line = own.trim() || displayOf(made)
  const optional = (path: string) => m.apply_optional({ label: labelOf(path) })
  return (
    <>
      <Part title={m.apply_education_school()} />
      <RadioSet {...bind('twelfthStream')} legend={labelOf('twelfthStream')} options={optionsOf(streamNames)} />
      <SelectField
        {...bind('twelfthBoard')}
        label={labelOf('twelfthBoard')}
        options={boardOptions([board]).filter(({ value }) => value !== endsAtTen || value === board)}
        empty={m.apply_choose()}
      />
      <Part title={m.apply_education_graduation()} />
      <DegreeField
        fields={fields}
        path="graduation.degree"
        kind="bachelor"
        onCode={(degree) => noteDegree('graduation', { degree })}
      />
      <TextField
        {...bind('graduation.college')}
        label={labelOf('graduation.college')}
        maxLength={120}
        required
        onChange={({ currentTarget }) => noteDegree('graduation', { college: currentTarget.value })}
      />
      <Part title={m.apply_education_post()} />
      <DegreeField
        fields={fields}
        path="postGraduation.degree"
        kind="master"
        onCode={(degree) => {
          setMaster(degree)
          noteDegree('postGraduation', { degree })
        }}
      />
      {master !== 'none' && (
        <TextField
          {...bind('postGraduation.college')}
          label={labelOf('postGraduation.college')}
          maxLength={120}
          onChange={({ currentTarget }) => noteDegree('postGraduation', { college: currentTarget.value })}
        />
      )}
      {/* Nothing to show yet: its fields follow the degrees above. */}
      <div className={line || hasProblem ? 'contents' : 'hidden noscript:contents'}>
        <Part title={m.apply_education_highest()} />
        <details className={line ? 'card' : '-mt-7'} open={hasProblem || undefined}>
          <summary
            id="qualifications"
            className={`flex min-h-11 cursor-pointer items-center justify-between gap-3 wrap-anywhere ${line ? '' : 'text-muted text-small'}`}
          >
            {line ? m.apply_display_preview({ line }) : m.apply_display_none()}
            {line && <span className="text-link whitespace-nowrap">{m.apply_change()}</span>}
          </summary>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">
            <p className="text-small text-muted">{m.apply_education_highest_text()}</p>
            <TextField
              {...bind('qualifications.highestQualification')}
              label={labelOf('qualifications.highestQualification')}
              placeholder={m.apply_highest_hint()}
              maxLength={80}
              required
              onChange={follow(0)}
            />
            <TextField
              {...bind('qualifications.specialization')}
              label={optional('qualifications.specialization')}
              placeholder={m.apply_specialization_hint()}
              maxLength={80}
              onChange={follow(1)}
            />
            <TextField
              {...bind('qualifications.university')}
              label={labelOf('qualifications.university')}
              maxLength={120}
              required
              onChange={follow(2)}
            />
            <TextField
              {...bind('qualifications.display')}
              label={optional('qualifications.display')}
              help={m.apply_display_empty()}
              maxLength={160}
              onChange={(event) => setOwn(event.currentTarget.value)}
            />
          </div>
        </details>
      </div>
      <TextField
        {...bind('qualifications.graduationYear')}
        label={labelOf('qualifications.graduationYear')}
        type="number"
        inputMode="numeric"
        min={earliestGraduation}
        required
        className="short tabular-nums"
      />
      <Part title={m.apply_education_teaching()} />
      <SelectField
        {...bind('experience')}
        label={labelOf('experience')}
        options={optionsOf(experienceNames)}
        empty={m.apply_choose()}
      />
      <CertificateFields fields={fields} />
    </>
  )
}

const Part = ({ title }: { title: string }) => <h2 className="mt-3 text-h3 first:mt-0">{title}</h2>
