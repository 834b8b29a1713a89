import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useAnswer } from './use-answer.ts'

/** Of the forms about hours and leave: each begins anew once it is saved, so its answer is heard on the page. */
export const availabilityKey = 'availability'

const titles: Record<string, () => string> = {
  leave: m.leave_taken,
  'leave-end': m.leave_ended,
  decide: m.leave_decided,
}

/** Says that hours or leave are saved. */
export function useSavedHours(): void {
  const toast = useToast()
  useAnswer(availabilityKey, ({ intent }) => toast({ title: (titles[intent] ?? m.hours_saved)() }))
}
