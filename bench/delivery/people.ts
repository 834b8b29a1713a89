import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Side } from '#contract/wire/live.ts'
import type { Db } from '#server/platform/database.ts'

/** A logged-in user with one conversation partner. */
export type Person = { id: string; side: Side; other: string; cookie: string; address: string }
export type Pair = { family: Person; mentor: Person }

/** Pairs of a family and a mentor, logged in. */
export async function makePairs(db: Db, count: number): Promise<Pair[]> {
  const tokens = Array.from({ length: 2 * count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const { rows } = await sql<{ familyId: string; mentorId: string }>`
    with a as (insert into account (phone) select (9500000000 + i)::text from generate_series(1, ${2 * count}::int) as i returning id, phone),
      nth as (select id, (phone::bigint - 9500000000)::int as n from a),
      s as (insert into session (token_hash, account_id, user_type, expires_at)
        select decode((${hashes}::text[])[n], 'hex'), id, case when n <= ${count} then 'mentor' else 'student' end, now() + interval '1 day' from nth),
      m as (insert into mentor (slug, account_id, status, full_name, gender, age, experience, city, state, show_on_website)
        select 'talker-' || n, id, 'verified', 'Mentor ' || n, 'female', 34, '5-10', 'Indore', 'Madhya Pradesh', true from nth where n <= ${count} returning id, account_id),
      f as (insert into family (account_id) select id from nth where n > ${count} returning id, account_id)
    select f.id as "familyId", m.id as "mentorId" from m join nth x on x.id = m.account_id join nth y on y.n = x.n + ${count} join f on f.account_id = y.id
    order by x.n`.execute(db)
  return rows.map(({ familyId, mentorId }, i) => {
    const person = (side: Side, nth: number): Person => ({
      id: side === 'family' ? familyId : mentorId,
      side,
      other: side === 'family' ? mentorId : familyId,
      cookie: `session=${tokens[nth]}`,
      // Rate limits count by IP address, so everyone has their own.
      address: `10.9.${Math.floor(nth / 250)}.${nth % 250}`,
    })
    return { family: person('family', count + i), mentor: person('mentor', i) }
  })
}
