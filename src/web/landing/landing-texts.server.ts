import { demoPriceRupees, monthHours } from '#contract/classes/plans.ts'
import type { tutorsInCity } from '#contract/mentors/seo.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { formatNumber, formatRupees } from '../ui/money.tsx'

type Figures = ReplyOf<typeof tutorsInCity>['data']

/** A place's name in the language of the page. */
export const placeName = ({ name, nameHi }: { name: string; nameHi: string }): string =>
  currentLocale() === 'hi' ? nameHi : name

const demoPrice = () => formatRupees(demoPriceRupees)

function feesText({ mentors, fees }: Figures): string {
  if (!fees) return ''
  const [from, median, to] = [fees.from, fees.median, fees.to].map((fee) => formatRupees(fee)) as [
    string,
    string,
    string,
  ] // safe: three in, three out
  if (fees.from === fees.to) return m.landing_fee_one({ from })
  return mentors > 3 ? m.landing_fees({ from, median, to }) : m.landing_fees_few({ from, to })
}

/** More areas than one have a table of their own. */
const areasText = ({ areas: [area, ...others] }: Figures): string =>
  area && others.length === 0 ? m.landing_area_one({ areas: placeName(area) }) : ''

function onlineText({ mentors, online }: Figures): string {
  if (online === 0 || mentors === 1) return ''
  return online === 1 ? m.landing_online_one() : m.landing_online({ count: formatNumber(online) })
}

/** Cells of a comparison. A median of two or three fees says little. */
export const feeCells = ({ mentors, fees }: { mentors: number; fees: Figures['fees'] }) => ({
  mentors: formatNumber(mentors),
  from: fees ? formatRupees(fees.from) : '',
  median: fees && mentors > 3 ? formatRupees(fees.median) : '',
})

/** Texts of a city page, written from its figures. `subject` is a localised name. */
export function cityTexts(figures: Figures, subject: string) {
  const names = { subject, city: placeName(figures.city) }
  const { mentors, fees } = figures
  const count =
    mentors === 0
      ? m.landing_count_none(names)
      : mentors === 1
        ? m.landing_count_one(names)
        : m.landing_count({ ...names, count: formatNumber(mentors) })
  const [from, to] = fees ? [formatRupees(fees.from), formatRupees(fees.to)] : ['', '']
  const prices = { from, to, hours: monthHours, demo: demoPrice() }
  return {
    heading: m.landing_heading(names),
    description:
      mentors > 1 ? m.landing_description({ ...names, count: formatNumber(mentors), demo: demoPrice() }) : count,
    lead: [count, feesText(figures), areasText(figures), onlineText(figures)].filter(Boolean).join(' '),
    firstMentors: m.landing_first(names),
    onlineMentors: m.landing_online_first(names),
    allMentors: mentors === 0 ? m.landing_all_nearby(names) : m.landing_all(names),
    question: fees && {
      title: m.landing_fee_question(names),
      text: fees.from === fees.to ? m.landing_fee_answer_one(prices) : m.landing_fee_answer(prices),
    },
    columns: { subject: m.book_subject(), area: m.list_area(), city: m.list_city() },
    feesBySubject: m.landing_fees_title(),
    byArea: m.landing_areas_title(),
    reviews: m.landing_reviews(names),
    otherCities: m.landing_cities(),
    crumbs: m.landing_crumbs(),
  }
}

/** Texts of a subject page. */
export function subjectTexts(subject: string, mentors: number) {
  const names = { subject, count: formatNumber(mentors) }
  return {
    city: m.list_city(),
    fewCities: m.landing_few_cities(),
    heading: m.landing_subject_heading(names),
    text:
      mentors === 1
        ? m.landing_subject_text_one(names)
        : mentors > 0
          ? m.landing_subject_text(names)
          : m.landing_subject_none(names),
    description: mentors > 0 ? m.landing_subject_description(names) : m.landing_subject_none(names),
    crumbs: m.landing_crumbs(),
  }
}
