import { Notice } from '../../ui/error-state.tsx'
import type { AdminResult } from '../kit/admin-result.ts'
import { ResultNotice } from '../kit/page-form.tsx'

/** What became of putting an entry elsewhere. */
export function Moved({ result }: { result: AdminResult | undefined }) {
  return (
    <>
      {result?.problem && (
        <div className="mt-4">
          <Notice tone="bad">{result.problem}</Notice>
        </div>
      )}
      <ResultNotice result={result} />
    </>
  )
}
