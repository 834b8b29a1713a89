import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormFetcher } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'

/** Hears what became of forms that are gone once it is done: the fetcher they send with, and `tell` for each success. */
export function useAnswer(key: string, tell: (result: FormResult) => void): FormFetcher {
  const fetcher = useFetcher<FormResult>({ key })
  const { state, data } = fetcher
  const told = useRef<FormResult>(undefined)
  const hear = useEffectEvent(tell)
  useEffect(() => {
    if (state !== 'idle' || !data?.ok || told.current === data) return
    told.current = data
    hear(data)
  }, [state, data])
  return fetcher
}
