import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useSharedFetcher } from './use-shared-fetcher.ts'

/** Shared fetcher of the dispute forms, which unmount on success, so that the page handles the result. */
export const disputeFetcherKey = 'report'

/** Shows the result of a dispute and closes its dialog. */
export function useDisputeResult(close: () => void): void {
  const toast = useToast()
  useSharedFetcher(disputeFetcherKey, ({ intent }) => {
    const [title, text] =
      intent === 'dispute' ? [m.dispute_sent(), m.dispute_sent_text()] : [m.dispute_withdrawn(), m.dash_ticked_text()]
    toast({ title, text })
    close()
  })
}
