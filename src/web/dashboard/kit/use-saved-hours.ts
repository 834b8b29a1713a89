import { useRef } from 'react'
import type { Availability } from '#contract/classes/availability.ts'
import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useSharedFetcher } from './use-shared-fetcher.ts'

/** Fetcher key of hours and leave; their forms remount on success, so the page handles the result. */
export const availabilityKey = 'availability'

const titles: Record<string, () => string> = {
  leave: m.leave_taken,
  'leave-end': m.leave_ended,
  decide: m.leave_decided,
}

/** Shows that hours or leave were saved. A date whose own hours were removed can have them back. */
export function useSavedHours(days: Availability['days']): void {
  const toast = useToast()
  const seen = useRef(new Map<string, Availability['days'][number]['hours']>())
  for (const { date, hours } of days) seen.current.set(date, hours)
  const fetcher = useSharedFetcher(availabilityKey, ({ intent, of }) => {
    const hours = intent === 'day-usual' ? seen.current.get(of) : undefined
    const restore = () => {
      const times = (hours ?? []).flatMap(({ from, to }, i) => [
        [`from-day-${i}`, from],
        [`to-day-${i}`, to],
      ])
      const form = { intent: 'day', of: 'day', date: of, ...Object.fromEntries(times) }
      void fetcher.submit(form, { method: 'post' })
    }
    const undo = hours && { action: { label: m.ui_undo(), run: restore } }
    toast({ title: (titles[intent] ?? m.hours_saved)(), ...undo })
  })
}
