import type { ReactNode } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import { Notice } from '../../ui/error-state.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import type { FormFields } from './admin-form.tsx'
import type { AdminResult } from './admin-result.ts'

export type Fields = Pick<FormFields, 'field' | 'busy'>
type Props = {
  intent: string
  /** Key of the edited record; the form resets when it changes. */
  resetKey: string
  className?: string
  children: (fields: Fields) => ReactNode
}

/** The refusal of the form with this intent, if it was sent last. */
export function useRefused(intent: string): AdminResult | undefined {
  const result = useActionData() as AdminResult | undefined // safe: the page's action answers nothing else
  return result?.intent === intent && !result.done ? result : undefined
}

/** A form whose success may remove it from the page; the page shows the result (`ResultNotice`). */
export function PageForm({ intent, resetKey, className = 'grid content-start gap-4', children }: Props) {
  const refused = useRefused(intent)
  const { state, formData } = useNavigation()
  const isScripted = useScripts()
  return (
    <Form
      key={resetKey}
      method="post"
      noValidate
      preventScrollReset
      className={className}
      onSubmit={(event) => state === 'idle' || event.preventDefault()}
    >
      <input type="hidden" name="intent" value={intent} />
      {!isScripted && <input type="hidden" name="plain" value="1" />}
      {refused?.problem && <Notice tone="bad">{refused.problem}</Notice>}
      {children({
        field: (name, initial) => ({
          name,
          defaultValue: refused?.values[name] ?? initial,
          error: refused?.fields[name],
        }),
        busy: state !== 'idle' && formData?.get('intent') === intent,
      })}
    </Form>
  )
}

/** The result of a page's form: a toast, or without scripts a line at the top of the page. */
export function ResultNotice({ result }: { result: AdminResult | undefined }) {
  const toast = useToast()
  const isScripted = useScripts()
  useAnswerOnce(result?.done ?? undefined, toast)
  if (!result?.done || isScripted) return null
  return (
    <div className="mb-4">
      <Notice tone="good">{result.done.title}</Notice>
    </div>
  )
}
