import { redirect } from 'react-router'
import { isLandingIndexable } from '#contract/mentors/crawling.ts'
import { nearbyKm } from '#contract/mentors/limits.ts'
import { mentorFilter, searchMentors, selectedMentors } from '#contract/mentors/mentors.ts'
import { tutorsInCity } from '#contract/mentors/seo.ts'
import { testimonials } from '#contract/reviews/reviews.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { cardOf, goldFirst } from '../mentors/card.server.ts'
import { freeOnCards } from '../mentors/free-times.server.ts'
import { type Card, MentorCard } from '../mentors/mentor-card.tsx'
import { subjectName } from '../mentors/names.server.ts'
import { knownAreas } from '../mentors/places.server.ts'
import { remarksOf } from '../mentors/reviews.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { breadcrumbs, faqPage, mentorList } from '../seo/structured-data.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { formatNumber, formatRupees } from '../ui/money.tsx'
import { Remarks } from '../ui/remark.tsx'
import type { Route } from './+types/city-page.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { FeeTable, FeeTables } from './fee-table.tsx'
import { cityTexts, feeCells, placeName } from './landing-texts.server.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { data: figures } = await readApi(context, tutorsInCity, { params })
  const { subject, city, mentors } = figures
  const path = `/tutors/${subject}/${city.slug}`
  if (params.subject !== subject || params.city !== city.slug) throw redirect(localHref(path + url.search), 301)
  await knownAreas(context)
  const ids = figures.first.join(',')
  const [first, quotes, online] = await Promise.all([
    ids ? readApi(context, selectedMentors, { query: { id: ids } }) : { mentors: [] },
    ids ? readApi(context, testimonials, { query: { language: currentLocale(), mentors: ids } }) : { data: [] },
    mentors > 0
      ? { data: [] }
      : readApi(context, searchMentors, { query: { subject: [subject], mode: ['online'], limit: 3 } }),
  ])
  const filter = mentorFilter.parse({ subject: [subject], city: city.name })
  // All mentors live in this city, so their cards show the area only.
  const free = await freeOnCards(context, [...first.mentors, ...online.data])
  const cards = first.mentors
    .map((one) => cardOf({ ...one, inRange: true }, filter, city.name, free(one)))
    .toSorted(goldFirst)
  const onlineCards = online.data.map((one) => cardOf(one, { ...filter, mode: ['online'] }, city.name, free(one)))
  const texts = cityTexts(figures, subjectName(subject))
  const steps = [
    { name: m.shell_home(), path: '/' },
    { name: m.shell_by_city(), path: '/tutors' },
    { name: subjectName(subject), path: `/tutors/${subject}` },
    { name: placeName(city), path },
  ]
  return {
    texts,
    steps,
    cards,
    onlineCards,
    /** What else there is where few or no mentors live. */
    few: isLandingIndexable(mentors) || onlineCards.length > 0 ? null : m.landing_few(),
    list: `/mentors?${new URLSearchParams({ subject, city: city.name })}`,
    remarks: remarksOf(quotes.data, { hasCities: false }),
    subjects: [
      { name: subjectName(subject), to: null, ...feeCells(figures) },
      ...figures.otherSubjects.map((one) => ({
        name: subjectName(one.subject),
        to: `/tutors/${one.subject}/${city.slug}`,
        ...feeCells(one),
      })),
    ],
    areas: figures.areas.map((one) => ({
      name: placeName(one),
      to: `/mentors?${new URLSearchParams({ subject, city: city.name, area: one.name })}`,
      mentors: formatNumber(one.mentors),
      from: one.from === null ? '' : formatRupees(one.from),
    })),
    // Nobody travels further for an hour.
    cities: figures.otherCities
      .filter(({ km }) => km <= nearbyKm)
      .map((one) => ({
        name: placeName(one),
        to: `/tutors/${subject}/${one.slug}`,
        note: m.landing_km({ km: formatNumber(one.km) }),
        ...feeCells(one),
      })),
    head: pageHead(context, {
      path,
      title: texts.heading,
      description: texts.description,
      listed: isLandingIndexable(mentors),
      things: (publicUrl) => [
        breadcrumbs(publicUrl, steps),
        ...(texts.question ? [faqPage([texts.question])] : []),
        ...(cards.length > 0 ? [mentorList(publicUrl, cards)] : []),
      ],
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** Landing page of a subject in a city: figures, top mentors and related pages. */
export default function CityPage({ loaderData }: Route.ComponentProps) {
  const { texts, steps, cards, onlineCards, few, list, remarks, subjects, areas, cities } = loaderData
  const parts = [subjects.length > 1, areas.length > 1, cities.length > 0].filter(Boolean).length
  // One table alone takes the whole width.
  const Table = parts === 1 ? FeeTables : FeeTable
  // Below the question about fees, if there is one.
  const TableTitle = texts.question ? 'h3' : 'h2'
  return (
    <main className="page-width">
      <Breadcrumbs label={texts.crumbs} steps={steps} />
      <h1 className="text-h1">{texts.heading}</h1>
      <p className="mt-2 max-w-[700px] text-muted">{texts.lead}</p>
      {few && <p className="mt-2 max-w-[700px] text-muted">{few}</p>}
      <div className="sections pt-8">
        <section>
          <TopMentors title={texts.firstMentors} cards={cards} />
          <TopMentors title={texts.onlineMentors} cards={onlineCards} />
          <p className={cards.length + onlineCards.length > 0 ? 'mt-6' : ''}>
            <ButtonLink
              to={list}
              look={cards.length + onlineCards.length > 0 ? 'outline' : 'filled'}
              className="max-sm:w-full"
            >
              {texts.allMentors}
            </ButtonLink>
          </p>
        </section>
        {remarks.length > 0 && (
          <section>
            <h2 className="text-h2">{texts.reviews}</h2>
            <Remarks items={remarks} />
          </section>
        )}
        <div className="space-y-6">
          {texts.question && (
            <section>
              <h2 className="text-h2">{texts.question.title}</h2>
              <p className="mt-2 max-w-[700px]">{texts.question.text}</p>
            </section>
          )}
          <div className={parts === 1 ? '' : 'grid items-start gap-14 lg:grid-cols-2 xl:grid-cols-3 xl:gap-10'}>
            {subjects.length > 1 && (
              <section>
                <TableTitle className="text-h3">{texts.feesBySubject}</TableTitle>
                <Table first={texts.columns.subject} rows={subjects} />
              </section>
            )}
            {areas.length > 1 && (
              <section>
                <TableTitle className="text-h3">{texts.byArea}</TableTitle>
                <Table first={texts.columns.area} rows={areas} />
              </section>
            )}
            {cities.length > 0 && (
              <section>
                <TableTitle className="text-h3">{texts.otherCities}</TableTitle>
                <Table first={texts.columns.city} rows={cities} />
              </section>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

function TopMentors({ title, cards }: { title: string; cards: readonly Card[] }) {
  if (cards.length === 0) return null
  return (
    <>
      <h2 className="text-h2">{title}</h2>
      <ul className="silver-cards landing-cards">
        {cards.map((card, index) => (
          <li key={card.slug}>
            <MentorCard card={card} eager={index < 2} />
          </li>
        ))}
      </ul>
    </>
  )
}
