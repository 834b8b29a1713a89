import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useAnswer } from './use-answer.ts'

/** Fetcher key of disputes; their forms unmount on success, so the page handles the result. */
export const reportKey = 'report'

/** Shows the result of a dispute and closes its dialog. */
export function useDisputeResult(close: () => void): void {
  const toast = useToast()
  useAnswer(reportKey, ({ intent }) => {
    const [title, text] =
      intent === 'dispute' ? [m.dispute_sent(), m.dispute_sent_text()] : [m.dispute_withdrawn(), m.dash_ticked_text()]
    toast({ title, text })
    close()
  })
}
