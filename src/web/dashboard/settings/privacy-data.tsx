import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { Privacy } from '#contract/privacy/privacy.ts'
import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

const pollMs = 2000

/** Downloads of everything kept: a PDF made by a job, JSON at once. */
export function OwnData({ copy }: { copy: Privacy['copy'] }) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'copy', 'account')
  const { revalidate } = useRevalidator()
  const isWaiting = copy?.status === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), pollMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
  return (
    <section className="card grid gap-4" aria-labelledby="privacy-see">
      <h2 id="privacy-see" className="text-card">
        {m.privacy_see()}
      </h2>
      <p className="-mt-3 text-muted text-small">{m.privacy_see_text()}</p>
      <div className="-mb-2 grid justify-items-start">
        {!isWaiting && (
          <DashboardForm
            fetcher={fetcher}
            intent="copy"
            of="account"
            result={result}
            className="mb-2 grid w-full sm:justify-items-start"
          >
            <Button type="submit" look="outline" loading={fetcher.state !== 'idle'} loadingText={m.privacy_busy()}>
              {m.copy_ask()}
            </Button>
          </DashboardForm>
        )}
        <a
          href="/api/profile/privacy/download"
          download="my-data.json"
          className="text-link inline-flex min-h-11 items-center"
        >
          {m.privacy_download()}
        </a>
        <LocalLink to="/dashboard/settings" className="text-link inline-flex min-h-11 items-center">
          {m.privacy_correct()}
        </LocalLink>
      </div>
      <div role="status" className="grid gap-2 empty:sr-only sm:justify-items-start">
        {isWaiting && (
          <>
            <p>{m.copy_waiting({ percent: copy.percent })}</p>
            <progress max={100} value={copy.percent} aria-label={m.copy_progress()} className="w-full" />
          </>
        )}
        {copy?.status === 'failed' && <p>{m.copy_failed()}</p>}
        {copy?.status === 'made' && (
          <>
            <p>{m.copy_made({ at: formatDateTime(copy.askedAt) })}</p>
            <ButtonLink href={`/api/profile/privacy/copies/${copy._id}`} download="my-data.pdf">
              {m.copy_download()}
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  )
}
