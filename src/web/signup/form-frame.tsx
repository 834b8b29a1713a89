import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from 'react-router'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { ErrorScreen } from '../error-screens.tsx'
import { plainPath } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/form-frame.ts'
import { loadForm, type Problem } from './application.server.ts'
import { createDraft, type SendSection } from './draft.ts'
import { type Answers, textAt } from './form-answers.ts'
import type { FormContext } from './form-context.ts'
import { checkPath, isEditing, sectionOfPath } from './form-flow.ts'
import { FormHeader } from './form-header.tsx'
import { FormRail } from './form-rail.tsx'
import { visitIdOf } from './stored-answers.ts'
import '../inner.css'
import './signup.css'

export function loader({ context, request }: Route.LoaderArgs) {
  const path = plainPath(new URL(request.url).pathname.replace(/\.data$/, ''))
  if (path !== checkPath && sectionOfPath(path) === null) throw data(null, { status: 404 })
  return loadForm(context)
}

/** Switching sections needs no server data, because the draft holds the answers; only the check page reloads. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isTurned = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname
  return isTurned ? nextUrl.pathname.endsWith('/check') : defaultShouldRevalidate
}

type Rules = typeof import('#contract/mentors/application-rules.ts')
let rules: Rules | null = null
// The rules are larger than the form, so they load after it.
const loadRules = async (): Promise<Rules> => {
  rules ??= await import('#contract/mentors/application-rules.ts')
  return rules
}

/** Frame of the application form, with one section per page. */
export default function FormFrame({
  loaderData: { state, hasMap, cities, documentConsent, documentDays, conduct, eKyc },
}: Route.ComponentProps) {
  const { path, pathname } = useSite()
  const [draft] = useState(() => createDraft(state, sendSection))
  const view = useSyncExternalStore(draft.subscribe, draft.view, draft.view)
  const [hasAgreed, setAgreed] = useState(false)
  const [, setRules] = useState<Rules | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const shownPath = useRef(pathname)
  const lastState = useRef(state)

  useEffect(() => {
    draft.restore(localStorage, visitIdOf(sessionStorage))
    loadRules().then(setRules, () => undefined)
    const send = () => void draft.flush()
    addEventListener('online', send)
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('online', send)
      removeEventListener('pagehide', send)
      send()
    }
  }, [draft])
  useEffect(() => {
    if (lastState.current !== state) draft.adopt(state)
    lastState.current = state
  }, [draft, state])
  // The session ended: reload the state.
  const { revalidate } = useRevalidator()
  const isLoggedOut = view.saving === 'local' && state !== null
  useEffect(() => {
    if (isLoggedOut) void revalidate()
  }, [isLoggedOut, revalidate])
  // Move focus to the start of a new section, before anything can be typed there.
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) content.current?.focus({ preventScroll: true })
    shownPath.current = pathname
  }, [pathname])

  const knownProblems = (section: SectionName): readonly Problem[] => {
    const part = view.parts[section]
    const serverProblems = state?.problems[section] ?? []
    if (!rules || !part) return serverProblems
    // Only the server knows which files were deleted.
    const missingFiles = serverProblems.filter(
      ({ field, problem }) =>
        problem === 'file-gone' && textAt(part.answers, field) === textAt(state?.answers[section], field),
    )
    return [...rules.problemsOf(section, part.answers), ...missingFiles]
  }
  const context: FormContext = {
    state,
    cities,
    hasMap,
    documentConsent: hasAgreed ? null : documentConsent,
    documentDays,
    conduct,
    eKyc,
    agreed: () => setAgreed(true),
    draft,
    view,
    knownProblems,
    validate: async (section: SectionName, answers: Answers) => (await loadRules()).problemsOf(section, answers),
  }
  const claim = (isMine: boolean) => {
    draft.claim(isMine)
    content.current?.focus({ preventScroll: true })
  }
  const section = sectionOfPath(path)
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <a href="#content" className="skip-link">
        {m.shell_skip()}
      </a>
      <div role="status" className={busy ? 'page-busy' : undefined}>
        {busy && <span className="sr-only">{m.shell_loading()}</span>}
      </div>
      <FormHeader context={context} section={section} />
      <div className="page-width form-columns">
        <FormRail context={context} section={section} change={isEditing(state)} />
        <div id="content" ref={content} tabIndex={-1} className="min-w-0 outline-none">
          {view.needsClaim && <ClaimAnswers onAnswer={claim} />}
          <div hidden={view.needsClaim}>
            <Outlet context={context} />
          </div>
        </div>
      </div>
    </>
  )
}

/** Asks whether unowned answers on this device belong to the user, before they are shown or sent. */
function ClaimAnswers({ onAnswer }: { onAnswer: (isMine: boolean) => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <main className="pt-4 pb-6 lg:pt-8">
      <section aria-labelledby="kept-title" className="card grid gap-3">
        <h1 id="kept-title" ref={title} tabIndex={-1} className="text-h2 outline-none">
          {m.apply_kept_title()}
        </h1>
        <p className="max-w-prose text-muted">{m.apply_kept_text()}</p>
        <div className="mt-1 flex flex-wrap gap-2">
          <Button onClick={() => onAnswer(true)}>{m.apply_kept_yes()}</Button>
          <Button look="outline" onClick={() => onAnswer(false)}>
            {m.apply_kept_no()}
          </Button>
        </div>
      </section>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}

const sendTimeoutMs = 20_000

/** Saves a section; the request continues after the page is closed. */
const sendSection: SendSection = async (section, answers, revision) => {
  try {
    const reply = await fetch(`/api/mentor/application/${section}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers, revision }),
      keepalive: true,
      // Saving can be repeated, so a stalled connection is cut off.
      signal: AbortSignal.timeout(sendTimeoutMs),
    })
    const body = await reply.json()
    if (reply.ok) return { kind: 'saved', revision: body.data.revision }
    if (body.code === 'draft-changed') return { kind: 'conflict', ...body.details }
    if (reply.status === 401 || reply.status === 403) return { kind: 'logged-out' }
    return { kind: reply.status < 500 && reply.status !== 429 ? 'refused' : 'failed' }
  } catch {
    // No connection, a timeout, or a reply that is not JSON.
    return { kind: navigator.onLine ? 'failed' : 'offline' }
  }
}
