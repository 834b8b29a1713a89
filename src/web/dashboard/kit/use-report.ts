import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useAnswer } from './use-answer.ts'

/** Of the forms that report a class or take that back: they are gone once it is done, so their answer is heard elsewhere. */
export const reportKey = 'report'

/** Says what a report did and closes the dialog it came from. */
export function useReport(close: () => void): void {
  const toast = useToast()
  useAnswer(reportKey, ({ intent }) => {
    const [title, text] =
      intent === 'dispute' ? [m.dispute_sent(), m.dispute_sent_text()] : [m.dispute_withdrawn(), m.dash_ticked_text()]
    toast({ title, text })
    close()
  })
}
