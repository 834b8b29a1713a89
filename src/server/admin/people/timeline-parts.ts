import { type RawBuilder, sql } from 'kysely'
import type { TimelineEvent, timelineKinds } from '#contract/admin/timeline.ts'
import { brand } from '#contract/wire/brand.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Db } from '#server/platform/database.ts'

type Sql = RawBuilder<unknown>
type Part = {
  kind: (typeof timelineKinds)[number]
  at: Sql
  from: Sql
  by?: Sql
  status?: Sql
  paise?: Sql
  lesson?: Sql
  classAt?: Sql
  toAt?: Sql
  minutes?: Sql
  text?: Sql
  about?: Sql
}
type Row = Omit<TimelineEvent, 'at' | 'amount' | 'classAt' | 'toAt'> & {
  at: Date
  paise: number | null
  classAt: Date | null
  toAt: Date | null
}
const maxEvents = 400

/** Every branch is limited to what the timeline can show; an experienced mentor has thousands of classes. */
const branch = ({ kind, at, from, by, status, paise, lesson, classAt, toAt, minutes, text, about }: Part) => sql`
  select ${at} as at, ${kind} as kind, (${by ?? sql`null`})::text as by, (${status ?? sql`null`})::text as status,
    (${paise ?? sql`null`})::bigint as paise, (${lesson ?? sql`null`})::uuid as lesson, (${classAt ?? sql`null`})::timestamptz as "classAt", (${toAt ?? sql`null`})::timestamptz as "toAt",
    (${minutes ?? sql`null`})::int as minutes, coalesce(${text ?? sql`''`}, '') as text, (${about ?? sql`null`})::text as about
  from ${from} order by 1 desc nulls last limit ${maxEvents + 1}`

/** An event of the class `l`. */
export const ofClass = { lesson: sql`l.id`, classAt: sql`l.starts_at` }

/** Joins texts as sentences with one full stop between them. */
export const sentences = (...texts: readonly Sql[]) =>
  sql`concat_ws('. ', ${sql.join(texts.map((text) => sql`nullif(rtrim(${text}, ' .।'), '')`))})`

/** 'family' or 'mentor' for an account of the booking `one`, otherwise the name of the admin. */
export const whoIs = (account: Sql) =>
  sql`case ${account} when one.family_account then 'family' when one.mentor_account then 'mentor' else ${adminNamed(account)} end`
export const adminNamed = (account: Sql) => sql`(select u.name from admin_user u where u.account_id = ${account})`

const signature = new RegExp(`\\n\\n(${brand.name}|${brand.nameHi})(\\n|$)`)

/** A message without greeting, signature, footer and links: the unsubscribe link works without a login. */
export const messageBody = (text: string): string =>
  (text.split(signature)[0] ?? '').replace(/^[^\n]*,\n\n/, '').replace(/:?\s*https?:\/\/\S+/g, '')

/** Merges events of several tables, newest first. The parts refer to the subject of the timeline as `one`. */
export async function timelineOf(db: Db, one: Sql, parts: readonly Part[]) {
  const { rows } = await sql<Row>`
    with one as (${one}) select * from (${sql.join(
      parts.map((part) => sql`(${branch(part)})`),
      sql` union all `,
    )}) as events
    where at is not null order by at desc, kind limit ${maxEvents + 1}`.execute(db)
  const timeline = rows.slice(0, maxEvents).map(({ paise, at, classAt, toAt, text, ...rest }) => ({
    ...rest,
    text: rest.kind === 'message' ? messageBody(text) : text,
    at: at.toISOString(),
    amount: paise === null ? null : rupees(paise),
    classAt: classAt?.toISOString() ?? null,
    toAt: toAt?.toISOString() ?? null,
  }))
  return { timeline, isCut: rows.length > maxEvents }
}
