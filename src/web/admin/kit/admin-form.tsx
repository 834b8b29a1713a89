import { type ReactNode, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Notice } from '../../ui/error-state.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import type { AdminResult } from './admin-result.ts'

/** Value and error of each field: the stored value, or after a refusal the submitted one. */
export type FormFields = {
  field: (name: string, initial: string) => { name: string; defaultValue: string; error: string | undefined }
  tick: (name: string, initial: boolean) => { name: string; defaultChecked: boolean }
  busy: boolean
  result: AdminResult | undefined
}

type Props = {
  intent: string
  id?: string
  /** Key of the mentor data this form shows; changes to other data do not affect it. */
  resetKey: string
  version: number | string
  /** The action, if it is another page. */
  action?: string
  className?: string
  children: (fields: FormFields) => ReactNode
  onInput?: (form: HTMLFormElement) => void
  onDone?: () => void
  /** Takes back what was done, with the values its result names. */
  onUndo?: (values: Record<string, string>) => void
}

/**
 * A form about one version of a mentor. It keeps the version it started from, so that the server reports changes made by
 * others once before they are overwritten. Input is never lost.
 */
export function AdminForm({
  intent,
  id,
  resetKey,
  version,
  action,
  className = 'grid content-start gap-4',
  children,
  onInput,
  onDone,
  onUndo,
}: Props) {
  const fetcher = useFetcher<AdminResult>()
  const plain = useActionData() as AdminResult | undefined // safe: the page's action answers nothing else
  const toast = useToast()
  const isScripted = useScripts()
  const form = useRef<HTMLFormElement>(null)
  const [isDirty, setDirty] = useState(false)
  const [base, setBase] = useState({ resetKey, version, key: 0 })
  if (version !== base.version && (resetKey === base.resetKey || !isDirty)) {
    setBase({ resetKey, version, key: resetKey === base.resetKey ? base.key : base.key + 1 })
  }
  const result = [fetcher.data, plain].find((one) => one?.intent === intent)
  const isIdle = fetcher.state === 'idle'

  // The toast comes before revalidation, which may remove this form.
  useAnswerOnce(isIdle || result?.done ? result : undefined, ({ done, conflict }) => {
    if (done) {
      setDirty(false)
      const { undo, ...said } = done
      toast(onUndo && undo ? { ...said, action: { label: m.ui_undo(), run: () => onUndo(undo) } } : said)
      onDone?.()
      return
    }
    // The conflict has been shown; the next submit overwrites.
    if (conflict) setBase((now) => ({ ...now, resetKey, version }))
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    wrong?.focus()
    const notice = wrong ?? form.current?.querySelector<HTMLElement>('[role=alert]:not(:empty)')
    notice?.scrollIntoView({ block: 'center' })
  })

  const refused = result?.done ? undefined : result
  const fields: FormFields = {
    field: (name, initial) => ({ name, defaultValue: refused?.values[name] ?? initial, error: refused?.fields[name] }),
    tick: (name, initial) => ({ name, defaultChecked: refused ? name in refused.values : initial }),
    busy: !isIdle,
    result: refused,
  }
  return (
    <fetcher.Form
      ref={form}
      id={id}
      method="post"
      {...(action && { action: localHref(action) })}
      noValidate
      className={className}
      onSubmit={(event) => isIdle || event.preventDefault()}
      onInput={(event) => {
        setDirty(true)
        onInput?.(event.currentTarget)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={base.version} />
      {!isScripted && <input type="hidden" name="plain" value="1" />}
      {refused?.problem && <Notice tone="bad">{refused.problem}</Notice>}
      {refused?.conflict && <Conflict {...refused.conflict} />}
      <div key={base.key} className="contents">
        {children(fields)}
      </div>
    </fetcher.Form>
  )
}

function Conflict({ text, events }: NonNullable<AdminResult['conflict']>) {
  return (
    <Notice tone="bad">
      <p>{text}</p>
      <ul className="my-2 list-disc pl-5 font-normal">
        {events.map(({ title, changes }) => (
          <li key={title + changes.join()}>
            {title}
            {changes.map((change) => (
              <span key={change} className="block">
                {change}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p>{m.admin_conflict_again()}</p>
    </Notice>
  )
}
