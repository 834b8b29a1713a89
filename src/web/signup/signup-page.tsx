import { brand } from '#contract/brand.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { headOf } from '../seo/head.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { KraftBand } from '../ui/kraft-band.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Route } from './+types/signup-page.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  head: headOf(context, { path: '/signup', title: m.signup_title(), description: m.signup_lead() }),
})

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** Welcome of people who want to teach. */
export default function SignupPage() {
  const reasons = [
    ['indian-rupee', m.signup_reason_fee(), m.signup_reason_fee_text()],
    ['map-pin', m.signup_reason_near(), m.signup_reason_near_text()],
    ['clipboard-check', m.signup_reason_record(), m.signup_reason_record_text()],
  ] as const
  return (
    <main>
      <KraftBand className="py-10 lg:py-16">
        <h1 className="text-h1">{m.signup_title()}</h1>
        <p className="mt-3 max-w-[52ch] text-lead">{m.signup_lead()}</p>
        <ButtonLink href="#apply" className="mt-6">
          {m.signup_apply()}
        </ButtonLink>
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
        <section>
          <h2 className="text-h2">{m.signup_policy()}</h2>
          <p className="mt-3 max-w-prose">{m.signup_policy_text()}</p>
          <LocalLink to="/terms-and-conditions" target="_blank" className="text-link inline-block py-2.5 underline">
            {m.signup_policy_link()}
          </LocalLink>
        </section>
        <section id="apply" className="scroll-mt-24">
          <h2 className="text-h2">{m.signup_how()}</h2>
          <p className="mt-3 max-w-prose">{m.signup_how_text()}</p>
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <ButtonLink href={brand.phoneHref} look="outline" icon={<Icon name="phone" size={20} />}>
              {brand.phone}
            </ButtonLink>
            <span className="text-muted">{brand.hours[currentLocale()].join(', ')}</span>
          </div>
        </section>
      </div>
    </main>
  )
}
