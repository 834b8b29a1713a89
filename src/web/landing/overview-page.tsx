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
  const text = most ? m.landing_overview_text({ city: most }) : m.landing_overview_text_none()
  return {
    heading,
    text,
    first: m.book_subject(),
    subjects: data
      .toSorted((a, b) => b.city.mentors - a.city.mentors)
      .map(({ subject, city }) => ({
        ...feeCells(city),
        ...{ name: subjectName(subject), to: `/tutors/${subject}` },
        ...(placeName(city) !== most && { note: m.landing_most_in({ city: placeName(city) }) }),
      })),
    head: pageHead(context, { path: '/tutors', title: heading, description: text }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** All subjects with mentors and fees, linking to their pages. */
export default function OverviewPage({ loaderData: { heading, text, first, subjects } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <PageHeading title={heading} text={text} />
      <FeeTables first={first} rows={subjects} />
    </main>
  )
}
