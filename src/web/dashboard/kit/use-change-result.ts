import { useFetcher } from 'react-router'
import { m } from '#messages'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import type { FormResult } from './form-result.ts'

/** Fetcher key of lesson changes; their forms unmount on success, so the page handles the result. */
export const changeKey = 'change'

/** Actions of the dialog, which closes on success; answers to cards do not close it. */
const titles: Record<string, () => string> = {
  cancel: m.change_cancelled,
  absent: m.change_absent_said,
  propose: m.change_proposed,
  concern: m.concern_title,
  review: m.review_saved,
  reply: m.review_reply_saved,
  report: m.review_report_sent,
}

/** Answers on cards. */
const answers: Record<string, () => string> = {
  'answer-proposal accept': m.change_accepted,
  'answer-proposal decline': m.change_declined,
  'answer-proposal withdraw': m.change_withdrawn,
  'answer-absent agree': m.change_agreed,
  'answer-absent object': m.change_objection_sent,
  'answer-absent withdraw': m.change_report_withdrawn,
}

type IsShown = (result: FormResult) => boolean

/** Shows the result of a change and closes its dialog; also shows errors whose form was removed with its subject. */
export const useChangeResult = (close: () => void, isShown: IsShown): void =>
  useSharedResult({ key: changeKey, titles, close, isShown })

type SharedResultOptions = {
  /** Key of the shared fetcher. */
  key: string
  /** Success titles of dialog actions, which close the dialog. */
  titles: Record<string, () => string>
  close: () => void
  isShown: IsShown
}

/** Handles the results of forms that unmount on success. */
export function useSharedResult({ key, titles, close, isShown }: SharedResultOptions): void {
  const { state, data } = useFetcher<FormResult>({ key })
  const toast = useToast()
  useAnswerOnce(state === 'idle' ? data : undefined, (result) => {
    const { intent, ok, problem, values } = result
    if (!ok) {
      if (problem && !isShown(result)) toast({ tone: 'error', title: problem })
      return
    }
    const title = titles[intent]
    toast({ title: result.message ?? (title ?? answers[`${intent} ${values.answer}`] ?? m.dash_saved_answer)() })
    if (title) close()
  })
}
