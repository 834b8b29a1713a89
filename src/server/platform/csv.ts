import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type CsvCell = string | number | boolean | null | undefined
export type CsvRow = readonly CsvCell[]

// Byte-order mark; without it Excel does not read the file as UTF-8.
const mark = '\ufeff'

/**
 * Nothing is an empty cell, a boolean yes or no. Prefixes text a spreadsheet would run as a formula with an apostrophe, and
 * drops control characters.
 */
function cell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '"yes"' : '"no"'
  const text = (value ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  return `"${(/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

const line = (row: CsvRow) => `${row.map(cell).join(',')}\r\n`

/** Rows as CSV (RFC 4180). */
export function csv(rows: readonly CsvRow[]): string {
  return `${mark}${rows.map(line).join('')}`
}

/** Streams rows as a CSV reply. The reply starts with the first row. */
export async function sendCsv<R>(
  reply: FastifyReply,
  name: string,
  head: CsvRow,
  rows: AsyncIterable<R>,
  cells: (row: R) => CsvRow,
) {
  const reading = rows[Symbol.asyncIterator]()
  // A failure before the first row is an error reply and not a truncated file.
  const first = await reading.next()
  async function* text() {
    yield mark + line(head)
    for (let next = first; !next.done; next = await reading.next()) yield line(cells(next.value))
  }
  return reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}.csv"` })
    .serializer((content: unknown) => content as string) // safe: a stream is not serialised
    .send(Readable.from(text()))
}
