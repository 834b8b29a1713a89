import { breachLetter } from '#contract/privacy/admin-privacy.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink, Facts, MailText, MissingRow } from '../kit/admin-part.tsx'
import type { Route } from './+types/breach-letter-page.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  return (await readApi(context, breachLetter, { params })).data
}

export const meta = () => adminMeta(m.desk_breach_letter())

/** Phone numbers and mail addresses stay on a line. */
const whole = (text: string) => {
  const parts = text.replace(/(?<=\d) (?=\d)/g, '\u00a0').split(/(\S+@\S+)/)
  return parts.length > 1 ? parts.map((part, i) => (i % 2 ? <Mail key={part} address={part} /> : part)) : parts[0]
}

const Mail = ({ address }: { address: string }) => (
  <span className="inline-block max-w-full">
    <MailText address={address} />
  </span>
)

/** The report to the authority, in English, for the browser's print function. */
export default function BreachLetterPage({ loaderData: { lines } }: Route.ComponentProps) {
  const [title, ...rest] = lines
  return (
    <div className="max-w-prose">
      <div className="flex items-center justify-between gap-3 print:hidden">
        <BackLink to="/admin/privacy">{m.desk_title()}</BackLink>
        <Button look="outline" onClick={() => window.print()}>
          {m.earn_print()}
        </Button>
      </div>
      <article lang="en" className="card mt-3 max-sm:[&_dd]:mb-2 max-sm:[&>dl]:grid-cols-1!">
        <h1 className="mb-4 text-h2">{title}</h1>
        <Facts
          facts={rest.map((line) => [line.slice(0, line.indexOf(':')), whole(line.slice(line.indexOf(':') + 2))])}
        />
      </article>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/privacy" />
}
