import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { prepared } from './prepared.ts'

/** A row as JSON has it: times are text in PostgreSQL's own format. */
export type InJson<Row> = { [K in keyof Row]: Date extends Row[K] ? Exclude<Row[K], Date> | string : Row[K] }
/** Such a time as ISO 8601 in UTC. */
export const isoFromJson = (time: string): string => new Date(time).toISOString()
/** Columns that are times. */
type TimeOf<Row> = { [K in keyof Row]: Date extends Row[K] ? K : never }[keyof Row]

/** The rows of a query as one JSON value, so that the queries of several parts travel as one statement. */
export const jsonRows = <Row>(query: RawBuilder<Row>) =>
  sql<InJson<Row>[]>`(select coalesce(json_agg(one), '[]') from (${query}) as one)`

/** Rows of `jsonRows` as the database driver would give them: `times` names the columns that are dates. */
export function fromJson<Row extends object>(
  rows: readonly InJson<Row>[],
  times: Readonly<Record<TimeOf<Row>, true>>,
): Row[] {
  const names = Object.keys(times)
  return rows.map((row) => {
    const read: Record<string, unknown> = { ...row }
    for (const name of names) if (typeof read[name] === 'string') read[name] = new Date(read[name])
    return read as Row // safe: its times are dates again
  })
}

/** A query that travels with others in one statement, and its columns that are times. */
export type Read<Row> = { query: RawBuilder<Row>; times: Readonly<Record<TimeOf<Row>, true>> }
/** Reads by name, with their rows. */
export type Reads<All> = { [Name in keyof All]: Read<All[Name]> }
/** The rows of each read. */
export type Rows<All> = { [Name in keyof All]: All[Name][] }
/** The rows of reads, as one JSON value. */
type ReadsJson<All> = { [Name in keyof All]: InJson<All[Name]>[] }

/** Reads as one JSON value of a statement, which `rowsOf` reads. */
function jsonReads<All extends Record<string, object>>(reads: Reads<All>) {
  const all = Object.entries(reads) as [string, Read<object>][] // safe: entries of reads
  return sql<ReadsJson<All>>`json_build_object(${sql.join(
    all.map(([name, { query }]) => sql`${sql.lit(name)}, ${jsonRows(query)}`),
  )})`
}

/** The rows that `jsonReads` found. */
function rowsOf<All extends Record<string, object>>(reads: Reads<All>, found: ReadsJson<All>): Rows<All> {
  const all = Object.entries(reads) as [keyof All, Read<object>][] // safe: entries of reads
  const rows = all.map(([name, { times }]) => [name, fromJson<object>(found[name], times)])
  return Object.fromEntries(rows) as Rows<All> // safe: the rows of each read
}

/** Runs several reads in one statement. */
export async function readTogether<All extends Record<string, object>>(db: Db, reads: Reads<All>): Promise<Rows<All>> {
  const { rows } = await sql<{ found: ReadsJson<All> }>`${prepared} select ${jsonReads(reads)} as found`.execute(db)
  if (!rows[0]) throw new Error('a statement of several reads returned no row')
  return rowsOf(reads, rows[0].found)
}
