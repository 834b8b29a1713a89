import { tutorSubjects } from '#contract/mentors/seo.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { subjectName } from '../mentors/names.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/overview-page.ts'
import { FeeTables } from './fee-table.tsx'
import { feeCells, placeName } from './landing-texts.server.ts'

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
      note: m.landing_most_in({ city: placeName(city) }),
      isHere: placeName(city) === most,
    }))
  const here = rows.filter(({ isHere }) => isHere).map(({ note: _, ...row }) => row)
  return {
    heading,
    text,
    note: m.landing_overview_note(),
    first: m.book_subject(),
    tables: [
      { title: '', rows: here.filter(({ median }) => median) },
      { title: m.landing_few_subjects(), rows: here.filter(({ median }) => !median) },
      { title: m.landing_overview_others(), rows: rows.filter(({ isHere }) => !isHere) },
    ].filter((one) => one.rows.length > 0),
    head: pageHead(context, { path: '/tutors', title: heading, description: text }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** All subjects with mentors and fees, linking to their pages. */
export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { heading, text, note, first, tables } = loaderData
  return (
    <main className="page-width">
      <PageHeading title={heading} text={text} />
      {tables.map(({ title, rows }) => (
        <section key={title} className="[section+&]:mt-10">
          {title && <h2 className="mb-2 text-h2">{title}</h2>}
          <FeeTables first={first} rows={rows} hasTypical />
        </section>
      ))}
      <p className="mt-4 text-small text-muted">{note}</p>
    </main>
  )
}
