import { sql } from 'kysely'
import type { RatesName } from '#contract/settings/rates.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Settings } from '#server/settings/settings/settings.ts'

type RatesRow<N extends RatesName> = {
  from: string
  value: Settings[N]
  isLater: boolean
  setBy: string | null
  setAt: Date | null
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** Dated rows of a setting with their authors, newest first. */
export async function ratesOf<N extends RatesName>(db: Db, name: N): Promise<RatesRow<N>[]> {
  const { rows } = await sql<RatesRow<N>>`
    select s.from_date as "from", s.value, s.from_date > ${today} as "isLater", u.name as "setBy", a.at as "setAt"
    from setting s left join lateral (select account_id, at from audit where action = 'rates.set' and subject_kind = 'setting'
        and subject_id = s.name || ':' || s.from_date order by id desc limit 1) a on true
      left join admin_user u on u.account_id = a.account_id
    where s.name = ${name} order by s.from_date desc`.execute(db)
  return rows
}

/** Whether a date is in the future by the database's clock. */
export async function isLater(db: Db, from: string): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`select ${from}::date > ${today} as later`.execute(db)
  return rows[0]?.later === true
}

export const insertRates = (tx: Transaction, name: RatesName, from: string, value: Settings[RatesName]) =>
  tx
    .insertInto('setting')
    .values({ name, from_date: from, value: JSON.stringify(value) })
    .execute()

/** @returns the deleted value, or null */
export async function deleteRates(tx: Transaction, name: RatesName, from: string): Promise<unknown> {
  const deleted = await tx
    .deleteFrom('setting')
    .where('name', '=', name)
    .where('from_date', '=', from)
    .where('from_date', '>', sql<string>`${today}`)
    .returning('value')
    .executeTakeFirst()
  return deleted?.value ?? null
}
