import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useSharedFetcher } from './use-shared-fetcher.ts'

/** The family's confirmations of classes; a toast says what each did. */
export function useTick() {
  const toast = useToast()
  return useSharedFetcher('tick', ({ values }) => {
    const [title, text] =
      values.parentTick === 'true'
        ? [m.dash_ticked(), m.dash_ticked_text()]
        : [m.dash_unticked(), m.dash_unticked_text()]
    toast({ title, text })
  })
}
