import { useFetcher } from 'react-router'
import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import type { FormResult } from './form-result.ts'

/** Of the forms that change a class: they are gone once it is done, so their answer is heard elsewhere. */
export const changeKey = 'change'

/** What is done in the dialog; an answer to a card leaves open what was opened meanwhile. */
const titles: Record<string, () => string> = {
  cancel: m.change_cancelled,
  absent: m.change_absent_said,
  propose: m.change_proposed,
  review: m.review_saved,
  reply: m.review_reply_saved,
  report: m.review_report_sent,
}

type Shown = (result: FormResult) => boolean

/**
 * Says what a change did and closes the dialog when it came from there; also why it was refused, where the form is gone with
 * what it was about.
 */
export const useChanged = (close: () => void, isShown: Shown): void =>
  useHeard({ key: changeKey, titles, close, isShown })

type Heard = {
  /** Of the fetcher the forms share. */
  key: string
  /** What is done in a dialog, which closes. */
  titles: Record<string, () => string>
  close: () => void
  isShown: Shown
}

/** Hears the answer to forms that are gone once they are done. */
export function useHeard({ key, titles, close, isShown }: Heard): void {
  const { state, data } = useFetcher<FormResult>({ key })
  const toast = useToast()
  useAnswerOnce(state === 'idle' ? data : undefined, (result) => {
    const { intent, ok, problem } = result
    if (!ok) {
      if (problem && !isShown(result)) toast({ tone: 'error', title: problem })
      return
    }
    const title = titles[intent]
    toast({ title: result.told ?? (title ?? m.dash_saved_answer)() })
    if (title) close()
  })
}
