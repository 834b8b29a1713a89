import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { localHref } from './locale.ts'

/** The place of the 404 answers; the attempted path goes to the console. */
export function MissingScreen() {
  const { pathname } = useLocation()
  useEffect(() => console.warn('404:', pathname), [pathname])
  return (
    <main className="page-width py-14 text-center lg:py-24">
      <title>{`404 - ${m.brand_name()}`}</title>
      <p className="text-display text-ink">404</p>
      <h1 className="mt-4 text-h2">{m.missing_title()}</h1>
      <p className="mt-2 text-body text-muted">{m.missing_text()}</p>
      <a href={localHref('/')} className="target mt-4 inline-flex items-center text-primary underline">
        {m.missing_home()}
      </a>
    </main>
  )
}

export function FailureScreen({
  message,
  requestId,
}: {
  message?: string | undefined
  requestId?: string | undefined
}) {
  const { pathname, search } = useLocation()
  return (
    <main className="page-width py-14 text-center lg:py-24">
      <title>{m.failure_title()}</title>
      <h1 className="text-h2">{m.failure_title()}</h1>
      <p className="mt-2 text-body">{message || m.failure_text()}</p>
      {requestId && <p className="mt-2 text-small text-muted">{m.failure_request({ requestId })}</p>}
      {/* A document load, because the running page is the one that broke. */}
      <a href={pathname + search} className="target mt-4 inline-flex items-center text-primary underline">
        {m.failure_retry()}
      </a>
    </main>
  )
}
