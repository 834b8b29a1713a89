import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useSharedFetcher } from './use-shared-fetcher.ts'

/** The family's confirmations of classes; a toast says what each did, or why one that came too late did nothing. */
export function useTick() {
  const toast = useToast()
  return useSharedFetcher(
    'tick',
    ({ values }) => {
      if (values.adultAtHome) return toast({ title: m.dash_saved_answer() })
      const [title, text] =
        values.parentTick === 'true'
          ? [m.dash_ticked(), m.dash_ticked_text()]
          : [m.dash_unticked(), m.dash_unticked_text()]
      toast({ title, text })
    },
    ({ of, problem }) => {
      // A form that is still there shows it itself.
      const isShown = document.querySelector(`[name=of][value="${of}"]`)
      if (problem && !isShown) toast({ tone: 'error', title: problem })
    },
  )
}
