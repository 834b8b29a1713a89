import { breachLetter } from '#contract/privacy/admin-privacy.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { BackLink, MissingRow } from '../kit/admin-part.tsx'
import type { Route } from './+types/breach-letter-page.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  return (await readApi(context, breachLetter, { params })).data
}

export function meta() {
  return [{ title: `${m.desk_breach_letter()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** The report to the authority, in English, for the browser's print function. */
export default function BreachLetterPage({ loaderData: { lines } }: Route.ComponentProps) {
  const [title, ...rest] = lines
  return (
    <>
      <BackLink to="/admin/privacy">{m.desk_title()}</BackLink>
      <article lang="en" className="card mt-3 grid max-w-prose gap-3">
        <h1 className="text-h2">{title}</h1>
        {rest.map((text) => (
          <p key={text} className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        ))}
      </article>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/privacy" />
}
