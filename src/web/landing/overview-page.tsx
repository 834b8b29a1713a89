import { tutorSubjects } from '#contract/mentors/seo.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { subjectName } from '../mentors/names.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/overview-page.ts'
import { FeeTables } from './fee-table.tsx'
import { feeCells, placeName } from './landing-texts.server.ts'
import { LinkList } from './link-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await readApi(context, tutorSubjects)
  const cities = Object.groupBy(data, ({ city }) => placeName(city))
  const [most] = Object.keys(cities).sort((a, b) => (cities[b]?.length ?? 0) - (cities[a]?.length ?? 0))
  const heading = most ? m.landing_overview_heading_city({ city: most }) : m.landing_overview_heading()
  const text = m.landing_overview_text()
  const rows = data
    .toSorted((a, b) => b.city.mentors - a.city.mentors)
    .map(({ subject, city }) => ({
      ...feeCells(city),
      name: subjectName(subject),
      to: `/tutors/${subject}`,
      place: placeName(city),
    }))
  const here = rows.filter(({ place }) => place === most)
  return {
    heading,
    text,
    first: m.book_subject(),
    here: {
      rows: here.filter(({ median }) => median).map(({ place: _, ...row }) => row),
      note: m.landing_overview_note(),
    },
    few: {
      title: m.landing_few_subjects(),
      links: here.filter(({ median }) => !median).map(({ name, to, mentors }) => ({ name, to, count: mentors })),
    },
    others: {
      title: m.landing_overview_others(),
      rows: rows
        .filter(({ place }) => place !== most)
        .map(({ place, ...row }) => ({ ...row, note: m.landing_most_in({ city: place }) })),
    },
    head: pageHead(context, { path: '/tutors', title: heading, description: text }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** All subjects with mentors and fees, linking to their pages. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { heading, text, first, here, few, others } = loaderData
  return (
    <main className="page-width">
      <PageHeading title={heading} text={text} />
      {here.rows.length > 0 && (
        <section>
          <FeeTables first={first} rows={here.rows} hasTypical />
          <p className="mt-4 text-small text-muted">{here.note}</p>
        </section>
      )}
      {few.links.length > 0 && (
        <section className="[section+&]:mt-10">
          <h2 className="text-h2">{few.title}</h2>
          <LinkList links={few.links} />
        </section>
      )}
      {others.rows.length > 0 && (
        <section className="[section+&]:mt-10">
          <h2 className="mb-2 text-h2">{others.title}</h2>
          <FeeTables first={first} rows={others.rows} hasTypical={false} />
        </section>
      )}
    </main>
  )
}
