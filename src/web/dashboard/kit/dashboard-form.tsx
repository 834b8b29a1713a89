import { type ReactNode, useRef } from 'react'
import { type FetcherWithComponents, useActionData } from 'react-router'
import { Notice } from '../../ui/error-state.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import type { FormResult } from './form-result.ts'

export type FormFetcher = FetcherWithComponents<FormResult>

/** Latest result of a form about `of`, with or without scripts. */
export function useResult(fetcher: FormFetcher, intent: string, of: string): FormResult | undefined {
  const plain = useActionData() as FormResult | undefined // safe: the dashboards' actions answer nothing else
  return [fetcher.data, plain].find((one) => one?.intent === intent && one.of === of)
}

type Props = {
  fetcher: FormFetcher
  intent: string
  of: string
  result?: FormResult | undefined
  formKey?: string
  onDone?: (result: FormResult) => void
  /** Leaves all checks to the server, whose errors are shown at the fields. */
  noValidate?: boolean
  className?: string
  children: ReactNode
}

/** Form that ignores repeated submits; after an error the first invalid field gets the focus. */
export function DashboardForm({
  fetcher,
  intent,
  of,
  result,
  formKey,
  onDone,
  noValidate,
  className,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const scripted = useScripts()
  const isTold = result?.ok === false || fetcher.state === 'idle'
  useAnswerOnce(isTold ? result : undefined, (answer) => {
    if (answer.ok) return onDone?.(answer)
    const wrong =
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-problem]') ??
      form.current?.querySelector<HTMLElement>('[role=alert]:not(:empty)')
    wrong?.focus()
    // The message is below the field, hidden by a phone's sticky button otherwise.
    wrong?.scrollIntoView({ block: 'center' })
  })
  return (
    <fetcher.Form
      ref={form}
      method="post"
      className={className}
      noValidate={noValidate}
      onSubmit={(event) => fetcher.state === 'idle' || event.preventDefault()}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="of" value={of} />
      {formKey && <input type="hidden" name="key" value={result?.nextKey ?? `${formKey}-${of}`} />}
      {!scripted && <input type="hidden" name="plain" value="1" />}
      {result?.problem && <Notice tone="bad">{result.problem}</Notice>}
      {children}
    </fetcher.Form>
  )
}
