import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Tag numbers by word; they never change. */
const tagNumberCache = new Map<string, number>()
const maxTagNumbers = 20_000

/** Looks up tag numbers, cached. */
export async function tagNumbers(db: Db, words: readonly string[]): Promise<(word: string) => number> {
  const missing = [...new Set(words)].filter((word) => !tagNumberCache.has(word))
  if (tagNumberCache.size > maxTagNumbers) tagNumberCache.clear()
  if (missing.length > 0) {
    const { rows } = await sql<{ word: string; tag: number }>`
      select word, search_tag(word) as tag from unnest(${missing}::text[]) as w(word)`.execute(db)
    for (const { word, tag } of rows) tagNumberCache.set(word, tag)
  }
  const found = new Map(words.map((word) => [word, tagNumberCache.get(word) ?? 0]))
  return (word) => found.get(word) ?? 0
}
export const tagArray = (number: (word: string) => number, words: readonly string[]) => sql`${words.map(number)}::int[]`
