import { useEffect, useRef } from 'react'

const letterMs = 150
const pauseMs = 5000

/**
 * Types texts in turn through `write`: the first at once, the others letter by letter with pauses. With reduced motion the
 * first stays. @returns how to stop
 */
export function typeOut(texts: readonly string[], write: (text: string) => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  const step = (place: number, length: number) => {
    const text = texts[place % texts.length] ?? ''
    write(text.slice(0, length))
    const isWhole = length >= text.length
    timer = setTimeout(step, isWhole ? pauseMs : letterMs, isWhole ? place + 1 : place, isWhole ? 1 : length + 1)
  }
  let timer = setTimeout(step, pauseMs, 0, 1)
  return () => clearTimeout(timer)
}

/** An animated placeholder, hidden from screen readers. */
export function TypedText({ text }: { text: string }) {
  const shown = useRef<HTMLSpanElement>(null)
  // Written to the DOM directly, to avoid a render per letter.
  useEffect(
    () =>
      typeOut([text], (part) => {
        if (shown.current) shown.current.textContent = part
      }),
    [text],
  )
  return (
    <span key={text} ref={shown} aria-hidden="true" className="typed-text">
      {text}
    </span>
  )
}
