import type { Kysely } from 'kysely'
import { quoteLimits } from '#contract/reviews/limits.ts'
import type { AgreedReview, Testimonial } from '#contract/reviews/reviews.ts'
import type { Language } from '#contract/wire/errors.ts'
import { firstName } from '#contract/wire/names.ts'
import { setRating } from '#server/mentors/search/mentors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockMentor } from '#server/platform/locks.ts'
import type { DB } from '#server/platform/schema.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { hasContactDetails } from './contact-details.ts'
import * as rows from './queries.ts'

export { renamePlace, reviewPlace } from './written-rows.ts'

type StarCount = { stars: number; count: number }

/** Number of reviews and their average to one decimal; null without any. */
export function ratingOf(counts: readonly StarCount[]): { rating: number | null; count: number } {
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const stars = counts.reduce((sum, one) => sum + one.stars * one.count, 0)
  return { rating: count === 0 ? null : Math.round((stars * 10) / count) / 10, count }
}

/** Counts a mentor's published reviews anew. Call it in the transaction that published, changed or hid one. */
export async function recountRating(tx: Transaction, mentorId: string): Promise<void> {
  await lockMentor(tx, mentorId)
  await setRating(tx, mentorId, ratingOf(await rows.starsOf(tx, mentorId)))
}

const languageOf = ({ words }: { words: string }): Language => (/[\u0900-\u097f]/.test(words) ? 'hi' : 'en')
/** Among so many of the newest there are three mentors and both languages. */
const newestRead = 60

/** A first name, unless somebody wrote a number or an address for one. */
function shownName(name: string | null): string | null {
  const first = firstName(name ?? '')
  return first === '' || /[\d@]/.test(first) || hasContactDetails(first) ? null : first
}

const quoteOf = ({ id: _, agreedAt: __, familyName, slug, fullName, ...one }: rows.AgreedQuote): Testimonial => ({
  ...one,
  name: shownName(familyName),
  mentor: { slug, fullName },
})

/** What an owner can choose from. */
export async function agreedToChoose(db: Kysely<DB>): Promise<AgreedReview[]> {
  const found = await rows.agreedQuotes(db, null)
  return found.map((one) => ({ _id: one.id, agreedAt: one.agreedAt.toISOString(), ...quoteOf(one) }))
}

/** What an owner chose, as far as the families still agree and their mentors are listed; else what we find ourselves. */
export async function testimonialsFor(db: Kysely<DB>, language: Language): Promise<Testimonial[]> {
  const ids = await readSetting(db, 'testimonials')
  const agreed = ids.length > 0 ? await rows.agreedQuotes(db, ids) : []
  const chosen = ids.flatMap((id) => agreed.find((one) => one.id === id) ?? [])
  return chosen.length > 0 ? chosen.map(quoteOf) : await quotesFor(db, language)
}

/** Three different reviews of three mentors, those in the reader's language first; none when there are fewer. */
async function quotesFor(db: Kysely<DB>, language: Language): Promise<Testimonial[]> {
  const found = await rows.quotable(db, newestRead)
  const inOrder = [
    ...found.filter((one) => languageOf(one) === language),
    ...found.filter((one) => languageOf(one) !== language),
  ]
  const byMentor = new Map<string, Testimonial>()
  const said = new Set<string>()
  for (const { slug, fullName, ...one } of inOrder) {
    // Side by side, two that begin alike read like one.
    const opening = one.words.slice(0, 16)
    if (byMentor.has(slug) || said.has(opening)) continue
    byMentor.set(slug, { ...one, name: null, mentor: { slug, fullName } })
    said.add(opening)
  }
  const chosen = [...byMentor.values()].slice(0, quoteLimits.count)
  return chosen.length === quoteLimits.count ? chosen : []
}
