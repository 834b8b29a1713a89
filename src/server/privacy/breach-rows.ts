import { sql } from 'kysely'
import type { BreachGroup } from '#contract/privacy/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

export type BreachInput = {
  noticedAt: string
  what: string
  dataKinds: string
  consequences: string
  measures: string
  textEn: string
  textHi: string
  group: BreachGroup
  phones: readonly string[]
}

/** @returns its id; null if it is recorded already */
export async function insertBreach(tx: Transaction, one: BreachInput, recordedBy: string): Promise<string | null> {
  const row = await tx
    .insertInto('breach')
    .values({
      noticed_at: one.noticedAt,
      what: one.what,
      data_kinds: one.dataKinds,
      consequences: one.consequences,
      measures: one.measures,
      text_en: one.textEn,
      text_hi: one.textHi,
      recorded_by: recordedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The breach recorded with this time and description; null if anything else was written of it. */
export async function recordedBreach(tx: Transaction, one: BreachInput): Promise<string | null> {
  const row = await tx
    .selectFrom('breach')
    .select('id')
    .where('noticed_at', '=', new Date(one.noticedAt))
    .where('what', '=', one.what)
    .where('data_kinds', '=', one.dataKinds)
    .where('consequences', '=', one.consequences)
    .where('measures', '=', one.measures)
    .where('text_en', '=', one.textEn)
    .where('text_hi', '=', one.textHi)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds the people a breach concerns. @returns how many are new */
export async function insertConcerned(tx: Transaction, id: string, { group, phones }: BreachInput): Promise<number> {
  const isConcerned = {
    list: sql`a.phone = any(${[...phones]}::text[])`,
    families: sql`exists (select from family f where f.account_id = a.id)`,
    mentors: sql`exists (select from mentor m where m.account_id = a.id)`,
    everybody: sql`(exists (select from family f where f.account_id = a.id) or exists (select from mentor m where m.account_id = a.id))`,
  }[group]
  const { numAffectedRows } = await sql`insert into breach_person (breach_id, account_id)
    select ${id}, a.id from account a where a.erased_at is null and ${isConcerned} on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type BreachRow = {
  _id: string
  number: number
  noticedAt: Date
  what: string
  dataKinds: string
  consequences: string
  measures: string
  recordedBy: string
  recordedAt: Date
  certInToldAt: Date | null
  boardToldAt: Date | null
  people: number
  told: number
}

/** Breaches, newest first; with an id only that one. */
export async function breaches(db: Db, id?: string): Promise<BreachRow[]> {
  const { rows } = await sql<BreachRow>`
    select b.id as "_id", b.number, b.noticed_at as "noticedAt", b.what, b.data_kinds as "dataKinds", b.consequences, b.measures,
      u.name as "recordedBy", b.recorded_at as "recordedAt", b.cert_in_told_at as "certInToldAt", b.board_told_at as "boardToldAt",
      count(p.account_id)::int as people, count(p.told_at)::int as told
    from breach b join admin_user u on u.account_id = b.recorded_by left join breach_person p on p.breach_id = b.id
    where ${id === undefined ? sql`true` : sql`b.id = ${id}`} group by b.id, u.name order by b.noticed_at desc, b.id desc limit 50`.execute(
    db,
  )
  return rows
}

/** @returns whether this was the first time */
export async function setNotified(tx: Transaction, id: string, authority: 'cert-in' | 'board'): Promise<boolean> {
  const column = sql.ref(authority === 'cert-in' ? 'cert_in_told_at' : 'board_told_at')
  const { numAffectedRows } =
    await sql`update breach set ${column} = now() where id = ${id} and ${column} is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

type Concerned = {
  accountId: string
  side: 'family' | 'mentor' | 'admin'
  text: Record<Language, string>
  noticedAt: Date
}

/** Locks the next people who were not notified. */
export async function lockUnnotified(tx: Transaction, id: string, limit: number): Promise<Concerned[]> {
  const { rows } = await sql<Concerned>`
    select p.account_id as "accountId", case when exists (select from family f where f.account_id = p.account_id) then 'family'
        when exists (select from admin_user u where u.account_id = p.account_id)
          and not exists (select from mentor m where m.account_id = p.account_id) then 'admin' else 'mentor' end as side,
      jsonb_build_object('en', b.text_en, 'hi', b.text_hi) as text, b.noticed_at as "noticedAt"
    from breach_person p join breach b on b.id = p.breach_id where p.breach_id = ${id} and p.told_at is null
    order by p.account_id limit ${limit} for update of p`.execute(tx)
  return rows
}

export const markPeopleNotified = (tx: Transaction, id: string, accountIds: readonly string[]) =>
  sql`update breach_person set told_at = now() where breach_id = ${id} and account_id = any(${[...accountIds]}::uuid[])`.execute(
    tx,
  )
