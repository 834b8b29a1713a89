import { type RawBuilder, sql } from 'kysely'
import type { ListedListing, Listing as Values } from '#contract/mentors/listings.ts'
import type { Db } from '#server/platform/database.ts'
import { isAmong, type Listing, nameMatches, phoneMatches } from '#server/platform/listing.ts'

export type ListingFilter = {
  q?: string | undefined
  status?: string | undefined
  tier?: string | undefined
  shown?: 'yes' | 'no' | undefined
  brief?: 'yes' | 'no' | undefined
  city?: string | undefined
}
export type ListingSort = 'ranking' | 'name'
/** A mentor's listing with the facts a bulk edit checks it against. */
export type MentorListing = Values & {
  id: string
  number: number
  phone: string
  fullName: string
  status: string
  city: string
  version: number
}
export type ListedRow = ListedListing & Pick<MentorListing, 'phone' | 'version'>

const listing = sql`m.admin_ranking as "adminRanking", m.tier, m.admin_brief as "adminBrief", m.admin_brief_visible as "adminBriefVisible",
  m.show_on_website as "showOnWebsite"`
const rest = sql`(select a.phone from account a where a.id = m.account_id) as phone, m.full_name as "fullName", m.status, m.city, m.version`
const isShown = sql`m.is_listed`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids of the mentors that match an id, an MS number, a phone or its end, or a piece of a name. */
function idsMatching(q: string): RawBuilder<unknown> {
  if (uuid.test(q)) return sql`select id from mentor where id = ${q}::uuid`
  const [, number] = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(q) ?? []
  const digits = q.replace(/[\s-]/g, '').replace(/^(?:\+91|(?:91|0)(?=\d{10}$))/, '')
  if (number || /^\d{4,10}$/.test(digits)) {
    const byPhone = /^\d{4,10}$/.test(digits)
      ? sql` union select o.id from account p join mentor o on o.account_id = p.id where ${phoneMatches(sql`p.phone`, digits)}`
      : sql``
    return sql`select id from mentor where number = ${number ? Number(number) : null}::int${byPhone}`
  }
  return sql`select id from mentor where ${nameMatches(sql`full_name`, q)}`
}

/** Mentors that match a filter, with their listing. */
export async function listingList(db: Db, filter: ListingFilter): Promise<Listing<ListingSort>> {
  const { q, status, tier, shown, brief, city } = filter
  const conditions = [
    sql`m.status <> 'draft'`,
    ...(q ? [await isAmong(db, sql`m.id`, idsMatching(q))] : []),
    ...(status ? [sql`m.status = ${status}`] : []),
    ...(tier ? [sql`m.tier = ${tier}`] : []),
    ...(shown ? [shown === 'yes' ? isShown : sql`not (${isShown})`] : []),
    ...(brief ? [brief === 'yes' ? sql`m.admin_brief <> ''` : sql`m.admin_brief = ''`] : []),
    ...(city ? [sql`lower(m.city) = lower(${city})`] : []),
  ]
  return {
    name: `listings ${JSON.stringify([q, status, tier, shown, brief, city])}`,
    columns: sql`m.id as "_id", 'MS-' || m.number as number, ${rest}, ${listing}`,
    from: sql`mentor m`,
    where: sql.join(conditions, sql` and `),
    id: sql`m.id`,
    sorts: {
      ranking: { by: sql`m.admin_ranking`, type: 'bigint' },
      name: { by: sql`m.full_name`, type: 'text' },
    },
  }
}

/** The submitted mentors among these ids. */
export async function findListings(db: Db, ids: readonly string[]): Promise<MentorListing[]> {
  const { rows } = await sql<MentorListing>`
    select m.id, m.number, ${rest}, ${listing} from mentor m
    where m.status <> 'draft' and m.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
