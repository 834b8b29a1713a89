import { useEffect, useEffectEvent, useRef } from 'react'

/** Passes each form result to `hear` once, across renders; undefined means no result yet. */
export function useAnswerOnce<A>(answer: A | undefined, hear: (answer: A) => void): void {
  const heard = useRef<A>(undefined)
  const tell = useEffectEvent(hear)
  useEffect(() => {
    if (!answer || heard.current === answer) return
    heard.current = answer
    tell(answer)
  }, [answer])
}
