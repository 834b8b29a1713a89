import type { Kysely } from 'kysely'
import type { Language } from '#contract/errors.ts'
import { quotes } from '#contract/limits.ts'
import type { Testimonial } from '#contract/reviews.ts'
import { setRating } from '#server/mentors/mentors.ts'
import type { DB } from '#server/platform/schema.ts'
import * as rows from './queries.ts'

type StarCount = { stars: number; count: number }

/** Number of reviews and their average to one decimal; null without any. */
export function ratingOf(counts: readonly StarCount[]): { rating: number | null; count: number } {
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  const stars = counts.reduce((sum, one) => sum + one.stars * one.count, 0)
  return { rating: count === 0 ? null : Math.round((stars * 10) / count) / 10, count }
}

/** Counts a mentor's published reviews anew. Call it in the transaction that published, changed or hid one. */
export async function recountRating(tx: Kysely<DB>, mentorId: string): Promise<void> {
  await rows.lockMentor(tx, mentorId)
  await setRating(tx, mentorId, ratingOf(await rows.starsOf(tx, mentorId)))
}

const languageOf = ({ words }: { words: string }): Language => (/[\u0900-\u097f]/.test(words) ? 'hi' : 'en')
/** Among so many of the newest there are three mentors and both languages. */
const newestRead = 60

/** Three different reviews of three mentors, those in the reader's language first; none when there are fewer. */
export async function quotesFor(db: Kysely<DB>, language: Language): Promise<Testimonial[]> {
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
    byMentor.set(slug, { ...one, mentor: { slug, fullName } })
    said.add(opening)
  }
  const chosen = [...byMentor.values()].slice(0, quotes.count)
  return chosen.length === quotes.count ? chosen : []
}
