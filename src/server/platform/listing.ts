import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Cursors } from './cursors.ts'
import { soundsLike } from './transliterate.ts'

/** A sort order: an expression that is never null, and its type for the cursor. */
export type Sort = {
  by: RawBuilder<unknown>
  type: 'timestamptz' | 'text' | 'bigint' | 'numeric' | 'interval'
  /** Rows for which this is true come last. */
  last?: RawBuilder<unknown>
}
export type Listing<S extends string> = {
  /** Name of the list with all its filters: cursors are bound to it. */
  name: string
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** A unique uuid. */
  id: RawBuilder<unknown>
  sorts: Record<S, Sort>
  /** Set if an index alone can count the rows, so that the count is exact. */
  isCounted?: boolean
}
export type ListQuery<S extends string> = { sort: S; order: 'asc' | 'desc'; cursor?: string | undefined; limit: number }
type Cursor = { isLast: boolean; at: string; id: string; isBack: boolean; before: number }
type Keyed<Row> = Row & { __last: boolean; __at: string; __id: string }

/** Rows counted exactly; above it a total is "at least", which bounds the cost of counting. */
export const maxExactCount = 2000
const batchRows = 1000

async function rowsFrom<Row, S extends string>(
  db: Db,
  { columns, from, where, id, sorts }: Listing<S>,
  { sort, order, limit }: ListQuery<S>,
  place: Cursor | null,
): Promise<Keyed<Row>[]> {
  const { by, type, last } = sorts[sort]
  const isUp = (order === 'asc') !== (place?.isBack ?? false)
  const group = (of: RawBuilder<unknown>) => (last ? sql`${of}, ` : sql``)
  const beyond = place
    ? sql`and (${group(sql`${last}`)}${by}, ${id}) ${isUp ? sql`>` : sql`<`}
        (${group(sql`${place.isLast}::boolean`)}${place.at}::text::${sql.raw(type)}, ${place.id}::uuid)`
    : sql``
  const way = isUp ? sql`asc` : sql`desc`
  const { rows } = await sql<Keyed<Row>>`
    select ${columns}, ${last ?? sql`false`} as "__last", ${by}::text as "__at", ${id}::text as "__id" from ${from} where ${where} ${beyond}
    order by ${group(sql`${last} ${way}`)}${by} ${way}, ${id} ${way} limit ${limit}`.execute(db)
  return rows
}

const cursorOf = <Row>({ __last: isLast, __at: at, __id: id }: Keyed<Row>) => ({ isLast, at, id })
const plain = <Row>({ __last: _, __at: __, __id: ___, ...row }: Keyed<Row>): Row => row as unknown as Row // safe: without what was added above

/** One page of a list. Keyset pagination: the last page costs as much as the first. */
export async function listPage<Row, S extends string>(
  db: Db,
  cursors: Cursors,
  list: Listing<S>,
  wanted: ListQuery<S>,
): Promise<{
  data: Row[]
  nextCursor: string | null
  previousCursor: string | null
  total: number | { atLeast: number }
  /** Rows on the pages before, if nothing changed meanwhile. */
  before: number
}> {
  const name = `${list.name} ${wanted.sort} ${wanted.order}`
  const place = wanted.cursor ? cursors.read<Cursor>(name, wanted.cursor) : null
  const found = await rowsFrom<Row, S>(db, list, { ...wanted, limit: wanted.limit + 1 }, place)
  const shown = found.slice(0, wanted.limit)
  if (place?.isBack) shown.reverse()
  const hasMore = found.length > wanted.limit
  const before = place ? Math.max(0, place.before - (place.isBack ? shown.length : 0)) : 0
  const link = (row: Keyed<Row> | undefined, isBack: boolean) =>
    row
      ? cursors.write(name, {
          ...cursorOf(row),
          isBack,
          before: isBack ? before : before + shown.length,
        } satisfies Cursor)
      : null
  const isFirst = place === null || (place.isBack && !hasMore)
  const isLast = place?.isBack ? false : !hasMore
  return {
    data: shown.map(plain),
    nextCursor: isLast ? null : link(shown.at(-1), false),
    previousCursor: isFirst ? null : link(shown[0], true),
    total: await countUpTo(db, list),
    before,
  }
}

async function countUpTo<S extends string>(
  db: Db,
  { from, where, isCounted = false }: Listing<S>,
): Promise<number | { atLeast: number }> {
  const most = isCounted ? null : maxExactCount + 1
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from} where ${where} limit ${most}) as counted`.execute(db)
  const n = rows[0]?.n ?? 0
  return most === n ? { atLeast: maxExactCount } : n
}

/** Streams every row of a list in batches. */
export async function* listAll<Row, S extends string>(
  db: Db,
  list: Listing<S>,
  { sort, order }: Pick<ListQuery<S>, 'sort' | 'order'>,
): AsyncGenerator<Row> {
  for (let place: Cursor | null = null; ; ) {
    const rows: Keyed<Row>[] = await rowsFrom<Row, S>(db, list, { sort, order, limit: batchRows }, place)
    for (const row of rows) yield plain(row)
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    place = { ...cursorOf(last), isBack: false, before: 0 }
  }
}

/** Up to this many ids are fetched one by one; with more, scanning in list order finds them soon. */
const fewIds = 1000

export type Membership = (column: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Condition that a column is among some ids, for one or several columns. Few ids are fetched first, because scanning in list
 * order would read most of the table.
 */
export async function membership(db: Db, ids: RawBuilder<unknown>): Promise<Membership> {
  const { rows } = await sql<{ id: string }>`select id from (${ids}) as meant(id) limit ${fewIds + 1}`.execute(db)
  if (rows.length > fewIds) return (column) => sql`${column} in (${ids})`
  return (column) => sql`${column} = any(${rows.map(({ id }) => id)}::uuid[])`
}

/** Condition that one column is among some ids, see `membership`. */
export const isAmong = async (db: Db, column: RawBuilder<unknown>, ids: RawBuilder<unknown>) =>
  (await membership(db, ids))(column)

/** `%text%` for ilike, with wildcards in the text escaped. */
export const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Condition that a name matches: in Latin letters any part; in Devanagari the starts of its words, also as they sound in Latin
 * letters. Each form has an index (`…_name_parts`, `…_name_words`).
 */
export function nameMatches(column: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  if (/^[ -~]*$/.test(text)) return sql`${column} ilike ${containsPattern(text)}`
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const written = sql`(${column} ~ '[^ -~]' and to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${query}))`
  const sounds = words.map(soundsLike).filter((one) => one !== null)
  if (sounds.length === 0 || sounds.length < words.length) return written
  return sql`(${written} or (${sql.join(
    sounds.map((sound) => sql`${column} ~* ${sound}`),
    sql` and `,
  )}))`
}

/**
 * Condition that a phone number is these ten digits or ends in these four, as support sees it; with other parts it could be
 * found out digit by digit. Both have an index.
 */
export const phoneMatches = (column: RawBuilder<unknown>, digits: string): RawBuilder<unknown> =>
  digits.length === 10 ? sql`${column} = ${digits}` : sql`${column} like ${digits.length === 4 ? `%${digits}` : ''}`
