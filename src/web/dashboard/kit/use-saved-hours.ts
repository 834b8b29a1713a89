import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import type { FormResult } from './form-result.ts'

/** Of the forms about hours and leave: each begins anew once it is saved, so its answer is heard on the page. */
export const availabilityKey = 'availability'

const titles: Record<string, () => string> = {
  leave: m.leave_taken,
  'leave-end': m.leave_ended,
  decide: m.leave_decided,
}

/** Says that hours or leave are saved. */
export function useSavedHours(): void {
  const { state, data } = useFetcher<FormResult>({ key: availabilityKey })
  const toast = useToast()
  const told = useRef<FormResult>(undefined)
  const tell = useEffectEvent(({ intent }: FormResult) => toast({ title: (titles[intent] ?? m.hours_saved)() }))
  useEffect(() => {
    if (state !== 'idle' || !data?.ok || told.current === data) return
    told.current = data
    tell(data)
  }, [state, data])
}
