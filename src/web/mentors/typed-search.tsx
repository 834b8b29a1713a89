import { type ComponentProps, useEffect, useRef } from 'react'
import { m } from '#messages'
import { typeOut } from '../ui/typed-text.tsx'

/** Search field with an animated placeholder that pauses while focused. */
export function TypedSearch(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      typeOut([m.list_search_subject(), m.list_search_school(), m.list_search()], (text) => {
        const input = field.current
        if (input && document.activeElement !== input) input.placeholder = text
      }),
    [],
  )
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
