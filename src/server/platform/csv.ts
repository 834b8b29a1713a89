import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type CsvRow = readonly (string | number)[]

// A mark at the beginning says that it is UTF-8, which Excel takes for something else.
const mark = '\ufeff'

/** A text that a table program would take for a formula gets an apostrophe in front; control characters are left out. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(/\p{Cc}+/gu, ' ').trim()
  return `"${(/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

const line = (row: CsvRow) => `${row.map(cell).join(',')}\r\n`

/** One file of comma-separated values (RFC 4180). */
export function csv(rows: readonly CsvRow[]): string {
  return `${mark}${rows.map(line).join('')}`
}

/** Answers with a file of comma-separated values, written while its rows are read: begun when the first is there. */
export async function sendCsv<R>(
  reply: FastifyReply,
  name: string,
  head: CsvRow,
  rows: AsyncIterable<R>,
  cells: (row: R) => CsvRow,
) {
  const reading = rows[Symbol.asyncIterator]()
  // What cannot be read is an answer of its own and no half of a file.
  const first = await reading.next()
  async function* text() {
    yield mark + line(head)
    for (let next = first; !next.done; next = await reading.next()) yield line(cells(next.value))
  }
  return reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}.csv"` })
    .serializer((content: unknown) => content as string) // true: a stream, which nothing serialises
    .send(Readable.from(text()))
}
