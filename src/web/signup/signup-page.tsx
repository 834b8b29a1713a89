import { useEffect, useState } from 'react'
import { monthlyPrice, sectionNames } from '#contract/mentors/application-sections.ts'
import { applicationDays } from '#contract/mentors/limits.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { disabledText } from '../disabled-features.server.ts'
import { feeValues } from '../fee-values.ts'
import { localHref } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { useSite } from '../shell/site-state.ts'
import { readSite, type SiteFacts } from '../site-facts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { KraftBand } from '../ui/kraft-band.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { Route } from './+types/signup-page.ts'
import { loadApplication } from './application.server.ts'
import { sectionPath } from './form-flow.ts'
import { hasUnownedAnswers } from './stored-answers.ts'
import './signup.css'

/** The viewer's application status, which decides where the page links. */
async function readStatus(context: Route.LoaderArgs['context']) {
  // This public page also renders while sessions cannot be read.
  const state = await loadApplication(context).catch(() => null)
  if (!state) return null
  if (state.number !== null && state.status !== 'draft') return { number: state.number, next: '/dashboard/mentor' }
  const open = sectionNames.find((one) => !state.answers[one] || state.problems[one])
  const isBegun = Object.keys(state.answers).length > 0
  return isBegun ? { number: null, next: open ? sectionPath(open) : '/signup/check' } : null
}

/** What is left of a fee. */
function exampleText({ commission, gst }: SiteFacts['fees']) {
  const net = formatRupees(Math.round(monthlyPrice.start * (1 - (commission / 100) * (1 + gst / 100))))
  return m.signup_fee_example({ fee: formatRupees(monthlyPrice.start), net })
}

export async function loader({ context }: Route.LoaderArgs) {
  const { fees } = await readSite(context)
  return {
    status: await readStatus(context),
    closed: await disabledText(context, 'applications'),
    fees: m.signup_policy_fee(feeValues(fees)),
    example: exampleText(fees),
    head: pageHead(context, { path: '/signup', title: m.signup_title(), description: m.signup_lead() }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** Landing page for prospective mentors. */
export default function SignupPage({ loaderData: { status, closed, fees, example } }: Route.ComponentProps) {
  const { callingNo, reach, viewer } = useSite()
  const [isKept, setKept] = useState(false)
  useEffect(() => setKept(hasUnownedAnswers(localStorage)), [])
  const reasons = [
    ['indian-rupee', m.signup_reason_fee(), `${m.signup_reason_fee_text()} ${example}`],
    ['map-pin', m.signup_reason_near(), m.signup_reason_near_text()],
    ['clipboard-check', m.signup_reason_record(), m.signup_reason_record_text()],
  ] as const
  const steps = [m.apply_how_3(), m.apply_how_1(), m.apply_how_2(), m.apply_how_4({ days: applicationDays })]
  const next = status?.next ?? sectionPath('personal')
  const isBegun = status !== null || isKept
  const label = status?.number ? m.apply_see_status() : isBegun ? m.apply_continue() : m.signup_apply()
  const note = status?.number
    ? m.apply_sent_already({ number: status.number })
    : isBegun && (status ? m.apply_continue_text() : m.apply_continue_local())
  return (
    <main>
      <KraftBand className="py-8 lg:py-16">
        <Drawing name="lamp" className="float-right -my-5 w-[100px] max-sm:hidden lg:-my-6 lg:w-[330px]" />
        <h1 className="text-h1">{m.signup_title()}</h1>
        <p className="mt-3 max-w-[52ch] text-balance text-lead">{m.signup_lead()}</p>
        {closed && (
          <p role="status" className="mt-5 font-semibold text-on-kraft">
            {closed}
          </p>
        )}
        {note && <p className="mt-5 font-semibold text-on-kraft">{note}</p>}
        <ButtonLink to={next} className={`max-sm:w-full ${note ? 'mt-2' : 'mt-6'}`}>
          {label}
        </ButtonLink>
        {!viewer && !isBegun && (
          <LocalLink
            to={`/login?next=${encodeURIComponent(localHref('/signup'))}`}
            className="mt-2 -mb-3 flex min-h-11 w-fit items-center font-semibold text-on-kraft underline"
          >
            {m.signup_started()}
          </LocalLink>
        )}
      </KraftBand>
      <div className="page-width sections pt-10 lg:pt-16">
        <section>
          <h2 className="text-h2">{m.signup_reasons()}</h2>
          <ul className="mt-5 grid gap-4 lg:grid-cols-3 lg:gap-6">
            {reasons.map(([icon, title, text]) => (
              <li key={title} className="hanging flex gap-4">
                <Icon name={icon} className="mt-0.5 flex-none text-primary" />
                <div>
                  <h3 className="text-h3">{title}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <div className="signup-parts">
          <section>
            <h2 className="text-h2">{m.signup_how()}</h2>
            <ol className="mt-4 grid max-w-prose gap-3">
              {steps.map((text, i) => (
                <li key={text} className="flex gap-3">
                  <span className="rail-mark" aria-hidden="true">
                    {i + 1}
                  </span>
                  {text}
                </li>
              ))}
            </ol>
            <ButtonLink to={next} className="mt-6 max-sm:w-full">
              {label}
            </ButtonLink>
            <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="text-muted">{m.apply_help_call()}</p>
              <ButtonLink href={telHref(callingNo)} look="outline" icon={<Icon name="phone" size={20} />}>
                {callingNo}
              </ButtonLink>
              <span className="text-muted">{reach.hours.join('; ')}</span>
            </div>
          </section>
          <section>
            <h2 className="text-h2">{m.signup_policy()}</h2>
            <p className="mt-3 max-w-prose">{m.signup_policy_text()}</p>
            <p className="mt-3 max-w-prose">{fees}</p>
            <LocalLink to="/terms-and-conditions" target="_blank" className="text-link inline-block py-2.5 underline">
              {m.signup_policy_link()}
            </LocalLink>
          </section>
        </div>
      </div>
    </main>
  )
}
