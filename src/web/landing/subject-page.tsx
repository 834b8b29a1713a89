import { redirect } from 'react-router'
import { isLandingIndexable } from '#contract/mentors/crawling.ts'
import { tutorsOfSubject } from '#contract/mentors/seo.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { subjectName } from '../mentors/names.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { breadcrumbs } from '../seo/structured-data.server.ts'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/subject-page.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { FeeTables } from './fee-table.tsx'
import { feeCells, placeName, subjectTexts } from './landing-texts.server.ts'
import { LinkList } from './link-list.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    data: { subject, mentors, cities },
  } = await readApi(context, tutorsOfSubject, { params })
  const path = `/tutors/${subject}`
  if (params.subject !== subject) throw redirect(localHref(path), 301)
  const texts = subjectTexts(subjectName(subject), mentors)
  const steps = [
    { name: m.shell_home(), path: '/' },
    { name: m.shell_by_city(), path: '/tutors' },
    { name: subjectName(subject), path },
  ]
  return {
    texts,
    steps,
    cities: cities
      .filter(({ fees }) => fees !== null)
      .map((one) => ({ name: placeName(one), to: `${path}/${one.slug}`, ...feeCells(one) })),
    moreCities: cities
      .filter(({ fees }) => fees === null)
      .map((one) => ({ name: placeName(one), to: `${path}/${one.slug}`, count: formatNumber(one.mentors) })),
    head: pageHead(context, {
      path,
      title: texts.heading,
      description: texts.description,
      listed: isLandingIndexable(mentors),
      things: (publicUrl) => [breadcrumbs(publicUrl, steps)],
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** Landing page of a subject with its cities. */
export default function SubjectPage({ loaderData: { texts, steps, cities, moreCities } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <Breadcrumbs label={texts.crumbs} steps={steps} />
      <h1 className="text-h1">{texts.heading}</h1>
      <p className="mt-2 mb-6 text-muted">{texts.text}</p>
      {cities.length > 0 && <FeeTables first={texts.city} rows={cities} />}
      {moreCities.length > 0 && (
        <section className={cities.length > 0 ? 'mt-10' : ''}>
          {cities.length > 0 && <h2 className="text-h2">{texts.fewCities}</h2>}
          <LinkList links={moreCities} />
        </section>
      )}
    </main>
  )
}
