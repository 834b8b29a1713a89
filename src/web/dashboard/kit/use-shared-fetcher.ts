import { useFetcher } from 'react-router'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import type { FormFetcher } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'

/** Fetcher shared by forms that unmount on success; calls `onSuccess` for each success, and `onRefusal` for the rest. */
export function useSharedFetcher(
  key: string,
  onSuccess: (result: FormResult) => void,
  onRefusal?: (result: FormResult) => void,
): FormFetcher {
  const fetcher = useFetcher<FormResult>({ key })
  useAnswerOnce(fetcher.state === 'idle' ? fetcher.data : undefined, (result) =>
    result.ok ? onSuccess(result) : onRefusal?.(result),
  )
  return fetcher
}
