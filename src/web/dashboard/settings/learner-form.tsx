import { useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import { ParentFields } from '../../ui/parent-fields.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import type { ShownLearner } from './settings.server.ts'

/** Grades and boards in the page's language. */
export type LearnerOptions = {
  grades: readonly Option[]
  boards: readonly Option[]
  /** What a parent agrees to before the first learner under 18, and the family's name; null once agreed. */
  parent: { version: number; items: readonly string[]; name: string } | null
}
type Props = LearnerOptions & { learner: ShownLearner | null; formKey: string; onDone: () => void }

/** Form of a learner; null for a new one. */
export function LearnerForm({ learner, grades, boards, parent, formKey, onDone }: Props) {
  const [answers, setAnswers] = useState({ relation: '', parentName: parent?.name ?? '', agrees: false })
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const of = learner?._id ?? 'new'
  const result = useResult(fetcher, 'learner', of)
  const field = (name: 'name' | 'grade' | 'school' | 'board') => ({
    name,
    defaultValue: result?.values[name] ?? learner?.[name] ?? '',
    error: result?.fields[name],
  })
  const done = () => {
    toast({ title: m.settings_saved() })
    onDone()
  }
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="learner"
      of={of}
      result={result}
      formKey={formKey}
      onDone={done}
      className="grid gap-4"
    >
      <TextField label={m.dash_student_name()} required maxLength={80} autoComplete="off" {...field('name')} />
      <SelectField
        label={m.apply_optional({ label: m.dash_class() })}
        empty={m.settings_not_said()}
        options={grades}
        {...field('grade')}
      />
      <TextField
        label={m.apply_optional({ label: m.dash_school() })}
        maxLength={120}
        autoComplete="off"
        {...field('school')}
      />
      <SelectField
        label={m.apply_optional({ label: m.list_board() })}
        empty={m.settings_not_said()}
        options={boards}
        {...field('board')}
      />
      {!learner && parent && (
        <ParentFields prefix="parent." text={parent} answers={answers} onAnswers={setAnswers} withConsent />
      )}
      <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
        {learner ? m.settings_save() : m.settings_learner_add()}
      </Button>
    </DashboardForm>
  )
}
