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

/** Shows that hours or leave were saved. */
export function useSavedHours(): void {
  const toast = useToast()
  useSharedFetcher(availabilityKey, ({ intent }) => toast({ title: (titles[intent] ?? m.hours_saved)() }))
}
