import { homeFigures } from '#contract/mentors/mentors.ts'
import { subjectSlugs } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { subjectName } from '../mentors/names.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { formatNumber } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/overview-page.ts'
import { LinkList } from './link-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { bySubject } = (await readApi(context, homeFigures)).data
  const heading = m.landing_overview_heading()
  const text = m.landing_overview_text()
  return {
    heading,
    text,
    subjects: subjectSlugs
      .filter((slug) => bySubject[slug])
      .map((slug) => ({
        to: `/tutors/${slug}`,
        name: subjectName(slug),
        count: formatNumber(bySubject[slug] ?? 0),
      })),
    head: pageHead(context, { path: '/tutors', title: heading, description: text }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** All subjects with mentors, linking to their pages. */
export default function OverviewPage({ loaderData: { heading, text, subjects } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <PageHeading title={heading} text={text} />
      <LinkList links={subjects} />
    </main>
  )
}
