import { homeFigures } from '#contract/mentors/mentors.ts'
import { sitePeople } from '#contract/settings/settings.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { countersOf } from '../counters.server.ts'
import { currentLocale } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { KraftBand } from '../ui/kraft-band.tsx'
import { formatNumber } from '../ui/money.tsx'
import { Photo } from '../ui/photo.tsx'
import type { Route } from './+types/about-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const [people, figures] = await Promise.all([readApi(context, sitePeople), readApi(context, homeFigures)])
  return {
    head: pageHead(context, { path: '/about-us', title: m.about_title(), description: m.about_mission() }),
    checks: [
      [m.profile_check_identity(), m.about_checks_identity_text()],
      [m.profile_check_qualification(), m.about_checks_qualification_text()],
      [m.profile_check_interview(), m.about_checks_interview_text()],
    ] as const,
    figures: countersOf(figures.data).map(({ value, label, decimals }) => ({
      label,
      value: decimals ? value.toFixed(decimals) : formatNumber(value),
    })),
    people: people.data.map(({ name, role, photo }) => ({ name, role: role[currentLocale()], photo })),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

export default function AboutPage({ loaderData: { checks, figures, people } }: Route.ComponentProps) {
  const values = [
    [m.about_quality(), m.about_quality_text()],
    [m.about_customer(), m.about_customer_text()],
    [m.about_ownership(), m.about_ownership_text()],
  ] as const
  return (
    <main>
      <KraftBand className="py-10 lg:py-16">
        <Drawing name="shelf" className="float-right -my-6 hidden w-[330px] lg:block" />
        <h1 className="text-h1">{m.about_title()}</h1>
        <p className="mt-3 max-w-[52ch] text-lead">{m.about_mission()}</p>
      </KraftBand>
      <div className="page-width sections pt-10 lg:pt-16">
        {figures.length > 0 && (
          <dl className="counters">
            {figures.map(({ label, value }) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-muted">{label}</dt>
                <dd className="amount text-[34px] lg:text-[44px]">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <section>
          <h2 className="text-h2">{m.about_values()}</h2>
          <ul className="mt-5 grid gap-4 lg:grid-cols-3 lg:gap-6">
            {values.map(([title, text]) => (
              <li key={title} className="hanging">
                <h3 className="text-h3">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className="text-h2">{m.about_checks()}</h2>
          <p className="mt-2 max-w-prose">{m.about_checks_text()}</p>
          <ul className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
            {checks.map(([name, text]) => (
              <li key={name} className="flex gap-3">
                <Icon name="check" size={22} className="tick-icon mt-px flex-none" />
                <div>
                  <b className="text-ink">{name}</b>
                  <p className="text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <h3 className="mt-8 text-h3">{m.about_checks_extra()}</h3>
          <p className="mt-1 text-muted">{m.about_checks_extra_text()}</p>
        </section>
        {people.length > 0 && (
          <section>
            <h2 className="text-h2">{m.about_team()}</h2>
            <ul className="mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {people.map(({ name, role, photo }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list never moves
                <li key={place} className="flex min-w-0 items-center gap-5">
                  <Photo src={photo} name={name} width={112} className="flex-none" />
                  <div className="wrap-anywhere">
                    <h3 className="text-h3">{name}</h3>
                    <p className="text-muted">{role}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </main>
  )
}
