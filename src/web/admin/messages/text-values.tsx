import { type RefObject, useEffect, useRef } from 'react'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { useToast } from '../../ui/toast.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { ShownText } from './message-text.server.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement
const isText = (target: EventTarget | null): target is Typed =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** The values of an event, each with what it could be: a press puts it where the cursor was last, or copies it. */
export function TextValues({ values, form }: { values: ShownText['values']; form: RefObject<HTMLFormElement | null> }) {
  const last = useRef<Typed>(null)
  const toast = useToast()
  const isScripted = useScripts()
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (isText(target)) last.current = target
    }
    const of = form.current
    of?.addEventListener('focusin', remember)
    return () => of?.removeEventListener('focusin', remember)
  }, [form])
  const put = async (name: string) => {
    const field = last.current
    if (field) {
      field.focus()
      const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
      return field.setRangeText(name, from, to, 'end')
    }
    const isCopied = await navigator.clipboard.writeText(name).then(
      () => true,
      () => false,
    )
    toast(isCopied ? { title: m.calendar_copied() } : { title: m.calendar_not_copied(), tone: 'error' })
  }
  return (
    <section aria-labelledby="values">
      <h3 id="values" className="font-semibold text-ink">
        {m.admin_text_values()}
      </h3>
      <p className="text-muted text-small">{m.admin_text_values_text()}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {values.map(({ name, example, needed }) => (
          <li key={name} className="min-w-0 rounded-cell border border-line px-3 py-2 text-small">
            {isScripted ? (
              <button type="button" className="text-link min-h-11 font-semibold" onClick={() => put(name)}>
                {name}
              </button>
            ) : (
              <b>{name}</b>
            )}{' '}
            <span className="wrap-anywhere text-muted">{example[currentLocale()]}</span>
            {needed && <span className="block text-muted">{m.admin_text_needed({ where: needed })}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
