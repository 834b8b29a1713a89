import { quoteLimits } from '#contract/reviews/limits.ts'
import type { AgreedReview, Testimonial } from '#contract/reviews/reviews.ts'
import type { Language } from '#contract/wire/errors.ts'
import { firstName } from '#contract/wire/names.ts'
import { setRating } from '#server/mentors/search/mentors.ts'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockMentor } from '#server/platform/locks.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './queries.ts'

export { promptedBookings, recentlyTaught, toPrompts } from './own-queries.ts'
export { personalReviews } from './personal.ts'
export { renamePlace, reviewLocation } from './writing-rows.ts'

/** Number of families and the average of their stars to one decimal; null without reviews. */
export function ratingOf(counts: readonly rows.StarCount[]): { rating: number | null; count: number } {
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const stars = counts.reduce((sum, one) => sum + one.stars * one.count, 0)
  return { rating: count === 0 ? null : Math.round((stars * 10) / count) / 10, count }
}

/** Recalculates a mentor's rating. Call it in the transaction that published, changed or hid a review. */
export async function recountRating(tx: Transaction, mentorId: string): Promise<void> {
  await lockMentor(tx, mentorId)
  await setRating(tx, mentorId, ratingOf(await rows.starCounts(tx, mentorId)))
}

const languageOf = ({ words }: { words: string }): Language => (/[\u0900-\u097f]/.test(words) ? 'hi' : 'en')
/** Enough of the newest to find three mentors in either language. */
const quoteCandidates = 60

/** First name; null if it looks like contact details. */
function displayName(name: string | null): string | null {
  const first = firstName(name ?? '')
  return first === '' || /[\d@]/.test(first) || maskPlainContacts(first).isMasked ? null : first
}

const toTestimonial = ({ id: _, agreedAt: __, familyName, slug, fullName, ...one }: rows.AgreedQuote): Testimonial => ({
  ...one,
  name: displayName(familyName),
  mentor: { slug, fullName },
})

/** Reviews an owner can choose as testimonials. */
export async function agreedReviews(db: Db): Promise<AgreedReview[]> {
  const found = await rows.agreedQuotes(db, null)
  return found.map((one) => ({ _id: one.id, agreedAt: one.agreedAt.toISOString(), ...toTestimonial(one) }))
}

/**
 * The chosen testimonials, if the families still agree and the mentors are listed; otherwise three automatic quotes or
 * none. For given mentors: up to three automatic quotes about them.
 */
export async function testimonialsFor(
  db: Db,
  { language, mentors }: { language: Language; mentors?: string[] | undefined },
): Promise<Testimonial[]> {
  if (mentors) return await quotesFor(db, language, mentors)
  const ids = await readSetting(db, 'testimonials')
  const agreed = ids.length > 0 ? await rows.agreedQuotes(db, ids) : []
  const chosen = ids.flatMap((id) => agreed.find((one) => one.id === id) ?? [])
  return chosen.length > 0 ? chosen.map(toTestimonial) : await threeQuotes(db, language)
}

/** Three quotes; none if there are fewer. */
async function threeQuotes(db: Db, language: Language): Promise<Testimonial[]> {
  const found = await quotesFor(db, language, null)
  return found.length === quoteLimits.count ? found : []
}

/** Up to three reviews of as many mentors with different openings, preferring the reader's language. */
async function quotesFor(db: Db, language: Language, mentors: readonly string[] | null): Promise<Testimonial[]> {
  const found = await rows.quotableReviews(db, mentors, quoteCandidates)
  const inOrder = [
    ...found.filter((one) => languageOf(one) === language),
    ...found.filter((one) => languageOf(one) !== language),
  ]
  const byMentor = new Map<string, Testimonial>()
  const openings = new Set<string>()
  for (const { slug, fullName, ...one } of inOrder) {
    // Skips reviews with the same opening, which look like duplicates side by side.
    const opening = one.words.slice(0, 16)
    if (byMentor.has(slug) || openings.has(opening)) continue
    byMentor.set(slug, { ...one, name: null, mentor: { slug, fullName } })
    openings.add(opening)
  }
  return [...byMentor.values()].slice(0, quoteLimits.count)
}
