import { useEffect, useRef } from 'react'

const letterMs = 150
const pauseMs = 5000

/**
 * Types texts one after the other through `write`: whole at first, then letter by letter with a rest after each. Returns
 * what stops it. With reduced motion the whole text stays.
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

/** A placeholder that types itself, for the eyes only: the control keeps its own name and text. */
export function TypedText({ text }: { text: string }) {
  const shown = useRef<HTMLSpanElement>(null)
  // By hand: no part of the page is drawn again for a letter.
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
