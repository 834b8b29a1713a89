import { type ComponentProps, useEffect, useRef } from 'react'
import { m } from '#messages'

const letterMs = 150
const pauseMs = 5000

/** A search field whose placeholder types examples; still while one writes, and for who asks for less motion. */
export function TypedSearch(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current
    if (!input || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const examples = [m.list_search_subject(), m.list_search_school(), m.list_search()]
    let timer: ReturnType<typeof setTimeout>
    // By hand: no part of the page is drawn again for a letter.
    const type = (place: number, length: number) => {
      const text = examples[place % examples.length] ?? ''
      const isStill = document.activeElement === input
      if (!isStill) input.placeholder = text.slice(0, length)
      const isWhole = length >= text.length
      timer = setTimeout(type, isWhole ? pauseMs : letterMs, isWhole ? place + 1 : place, isWhole ? 1 : length + 1)
    }
    timer = setTimeout(type, pauseMs, 0, 1)
    return () => clearTimeout(timer)
  }, [])
  return (
    <input
      ref={field}
      type="search"
      name="q"
      maxLength={80}
      aria-label={m.list_search()}
      placeholder={m.list_search()}
      {...props}
    />
  )
}
