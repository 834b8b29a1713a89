import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { aadhaarNumbersIn } from './aadhaar.ts'

/** A column of text with values that look like Aadhaar numbers, and how many of its rows have one. */
type Finding = { table: string; column: string; rows: number }

const maxRows = 1_000
// Their last part can be twelve digits.
const uuids = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/gi

/** Finds Aadhaar numbers, by form and checksum, in every column of text. Looks at up to 1,000 values of a column. */
export async function findAadhaarNumbers(db: Db): Promise<Finding[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('text', 'varchar', '_text', 'jsonb')
    order by 1, 2`.execute(db)
  const findings: Finding[] = []
  for (const { table, column } of columns) {
    const value = sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ value: string }>`select ${value} as value from ${sql.table(table)}
      where ${value} ~ '[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}' limit ${maxRows}`.execute(db)
    const found = rows.filter((row) => aadhaarNumbersIn(row.value.replace(uuids, '')).length > 0)
    if (found.length > 0) findings.push({ table, column, rows: found.length })
  }
  return findings
}
