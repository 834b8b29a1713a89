import { redirect } from 'react-router'
import { gradeName } from '#contract/reference/catalogue.ts'
import { mentorReviews, type Review, type Testimonial } from '#contract/reviews/reviews.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { formatMonth } from '../ui/dates.tsx'
import { formatNumber } from '../ui/money.tsx'
import { isInvalidCursor } from './list-data.server.ts'
import { knownAreas, placeNames } from './places.server.ts'

const onReviewsPage = 20
type Writer = Pick<Review, 'writer' | 'grade' | 'area' | 'city'>

const writers: Record<Review['writer'], () => string> = {
  parent: m.review_parent,
  grandparent: m.review_grandparent,
  student: m.review_student,
}
const writersOf: Record<Review['writer'], (inputs: { grade: string }) => string> = {
  parent: m.review_parent_of,
  grandparent: m.review_grandparent_of,
  student: m.review_student_of,
}

/**
 * Author of a review, for example "Parent, Class 8, Palasia"; with the city too where several meet. Requires
 * `knownAreas`.
 */
export function writerText({ writer, grade, area, city }: Writer, hasCities = false): string {
  const place = area
    ? [placeNames.area(area), hasCities && placeNames.city(city)].filter(Boolean).join(', ')
    : placeNames.city(city)
  const who = grade ? writersOf[writer]({ grade: gradeName(grade, currentLocale()) }) : writers[writer]()
  return [who, place].filter(Boolean).join(', ')
}

/** Language of a text for screen readers; Hindi in Latin letters counts as English. */
const textLanguage = (words: string): 'en' | 'hi' => (/[\u0900-\u097f]/.test(words) ? 'hi' : 'en')

/** Testimonials, ready for display; `hasCities`: of several cities. Requires `knownAreas`. */
export const remarksOf = (quotes: readonly Testimonial[], { hasCities }: { hasCities: boolean }) =>
  quotes.map(({ mentor, ...one }) => ({
    slug: mentor.slug,
    words: one.words,
    language: textLanguage(one.words),
    who: [one.name, writerText(one, hasCities)].filter(Boolean).join(' · '),
    about: m.home_remark_about({ name: mentor.fullName }),
    rating: one.stars,
  }))

function afterText(lessons: number): string {
  if (lessons === 0) return ''
  return lessons === 1 ? m.review_after_one() : m.review_after({ count: lessons })
}

function starsText(stars: number, number: number): string {
  const count = formatNumber(number)
  return stars === 1 ? m.review_bar_one({ count }) : m.review_bar({ stars, count })
}

type Query = { cursor?: string | undefined; stars?: number | undefined; limit: number }

/** A page of a mentor's reviews, ready for display. */
async function loadReviews(context: LoaderContext, slug: string, query: Query) {
  await knownAreas(context)
  const reply = await readApi(context, mentorReviews, { params: { id: slug }, query })
  const total = typeof reply.total === 'number' ? reply.total : reply.total.atLeast
  const count = reply.stars.reduce((sum, one) => sum + one.count, 0)
  return {
    rating: reply.rating,
    total,
    countText: count === 1 ? m.review_count_one() : m.review_count({ count: formatNumber(count) }),
    bars: reply.stars.toReversed().map((one) => ({
      ...one,
      percent: count === 0 ? 0 : Math.round((one.count * 100) / count),
      label: starsText(one.stars, one.count),
    })),
    shown: reply.data.map((one) => ({
      id: one._id,
      stars: one.stars,
      words: one.words,
      language: textLanguage(one.words),
      reply: one.reply && { words: one.reply.words, language: textLanguage(one.reply.words) },
      who: writerText(one),
      when: [afterText(one.lessonsHeld), formatMonth(one.writtenAt)].filter(Boolean).join(' · '),
    })),
    next:
      reply.nextCursor &&
      `/mentors/${slug}/reviews?${query.stars ? `stars=${query.stars}&` : ''}cursor=${encodeURIComponent(reply.nextCursor)}`,
    isFirst: query.cursor === undefined,
  }
}
export type ReviewsData = Awaited<ReturnType<typeof loadReviews>>
export type ReviewShown = ReviewsData['shown'][number]

export const reviewsOnProfile = (context: LoaderContext, slug: string) => loadReviews(context, slug, { limit: 3 })

/**
 * A page of all reviews, or of those with the stars of the URL; the bars lead to them. An expired or foreign cursor is
 * redirected to the first page.
 */
export async function reviewsOnPage(context: LoaderContext, slug: string, params: URLSearchParams) {
  const path = `/mentors/${slug}/reviews`
  const stars = Number(/^[1-5]$/.exec(params.get('stars') ?? '')) || undefined
  const query = { cursor: params.get('cursor') ?? undefined, stars, limit: onReviewsPage }
  const reviews = await loadReviews(context, slug, query).catch((error: unknown) => {
    throw isInvalidCursor(error, params) ? redirect(localHref(path)) : error
  })
  const bars = reviews.bars.map((one) => ({ ...one, to: one.reviews > 0 ? `${path}?stars=${one.stars}` : undefined }))
  const chosen = bars.find((one) => one.stars === stars)
  return { ...reviews, bars, only: chosen && starsText(chosen.stars, chosen.reviews) }
}
