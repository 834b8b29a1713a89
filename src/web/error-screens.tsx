import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteLoaderData } from 'react-router'
import { m } from '#messages'
import { localHref } from './locale.ts'

/** Title of the 404 page. */
export const missingTitle = () => `404 - ${m.brand_name()}`
/** Title of a page that failed. */
export const failedTitle = (error: unknown) => (isMissing(error) ? missingTitle() : m.failure_title())

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/** Content of an error boundary: the missing page for a 404, else the failure and a way on. */
export function ErrorScreen({ error }: { error: unknown }) {
  const page = useRouteLoaderData<{ requestId: string }>('root')
  if (isMissing(error)) return <MissingScreen />
  const reply = isRouteErrorResponse(error) ? error.data : undefined
  return <FailureScreen message={reply?.message} requestId={reply?.requestId ?? page?.requestId} />
}

/** The 404 page; logs the attempted path to the console. */
export function MissingScreen() {
  const { pathname } = useLocation()
  const site = useRouteLoaderData<{ viewer: { userType: string } | null }>('root')
  const isMentor = site?.viewer?.userType === 'mentor'
  // The entry that the app's bar marks.
  const [entry, label] = /\/payouts\//.test(pathname)
    ? ['earnings', m.shell_earnings()]
    : ['students', m.shell_students()]
  useEffect(() => console.warn('404:', pathname), [pathname])
  return (
    <main className="page-width py-14 text-center lg:py-24">
      <svg viewBox="0 0 200 110" className="mx-auto w-[190px]" aria-hidden="true">
        <use href="/art/drawings.svg#empty" />
      </svg>
      <h1 className="mt-4 text-h1">{m.missing_title()}</h1>
      <p className="mt-2 text-body text-muted">{m.missing_text()}</p>
      <p className="mt-6 flex flex-wrap justify-center gap-2">
        <a href={localHref(site?.viewer ? '/dashboard' : '/')} className="btn btn-filled">
          <span className="btn-face">{isMentor ? m.missing_today() : m.missing_home()}</span>
        </a>
        {isMentor ? (
          <a href={localHref(`/dashboard/mentor/${entry}`)} className="btn btn-outline">
            <span className="btn-face">{label}</span>
          </a>
        ) : (
          <a href={localHref('/mentors')} className="btn btn-outline">
            <span className="btn-face">{m.shell_find_tutors()}</span>
          </a>
        )}
      </p>
    </main>
  )
}

type Failure = { message?: string | undefined; requestId?: string | undefined }

function FailureScreen({ message, requestId }: Failure) {
  const { pathname, search } = useLocation()
  return (
    <main className="page-width py-14 text-center lg:py-24">
      <h1 className="text-h1">{m.failure_title()}</h1>
      <p className="mt-2 text-body">{message || m.failure_text()}</p>
      {requestId && <p className="mt-2 text-small text-muted">{m.failure_request({ requestId })}</p>}
      {/* A full load, because the running page is broken. */}
      <a href={pathname + search} className="btn btn-filled mt-6">
        {m.failure_retry()}
      </a>
    </main>
  )
}
