import { useEffect, useEffectEvent, useRef } from 'react'

/** Hands each answer to a form to `hear` once, however often the page is drawn; there is none yet while it is undefined. */
export function useAnswerOnce<A>(answer: A | undefined, hear: (answer: A) => void): void {
  const heard = useRef<A>(undefined)
  const tell = useEffectEvent(hear)
  useEffect(() => {
    if (!answer || heard.current === answer) return
    heard.current = answer
    tell(answer)
  }, [answer])
}
