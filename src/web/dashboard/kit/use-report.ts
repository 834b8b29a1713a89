import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import type { FormResult } from './form-result.ts'

/** Of the forms that report a class or take that back: they are gone once it is done, so their answer is heard elsewhere. */
export const reportKey = 'report'

/** Says what a report did and closes the dialog it came from. */
export function useReport(close: () => void): void {
  const { state, data } = useFetcher<FormResult>({ key: reportKey })
  const toast = useToast()
  const told = useRef<FormResult>(undefined)
  const tell = useEffectEvent(({ intent }: FormResult) => {
    const [title, text] =
      intent === 'dispute' ? [m.dispute_sent(), m.dispute_sent_text()] : [m.dispute_withdrawn(), m.dash_ticked_text()]
    toast({ title, text })
    close()
  })
  useEffect(() => {
    if (state !== 'idle' || !data?.ok || told.current === data) return
    told.current = data
    tell(data)
  }, [state, data])
}
