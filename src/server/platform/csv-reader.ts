/** A CSV record; `line` is the line it starts on, counted from 1. `isOpen`: the file ended inside quotes. */
export type CsvRecord = { line: number; cells: string[]; isOpen: boolean }
export type CsvLimits = { cell: number; columns: number; bytes: number }

/** Why reading stopped, and the line of the failure. */
export class CsvFault extends Error {
  readonly reason: 'not-text' | 'broken' | 'too-large'
  readonly line: number
  constructor(reason: CsvFault['reason'], line: number) {
    super(`${reason} at line ${line}`)
    this.reason = reason
    this.line = line
  }
}

const separators = [',', ';', '\t'] as const

/** Detects the separator: the candidate most frequent in the first line, outside quotes. */
function separatorOf(head: string): string {
  const bare = head.replace(/"[^"]*"?/g, '')
  const counts = separators.map((one) => bare.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Decodes UTF-8, or UTF-16 with a byte-order mark. */
async function* decode(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let begin = Buffer.alloc(0)
  let bytes = 0
  const text = (chunk: Uint8Array | undefined) => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? ''
    } catch {
      throw new CsvFault('not-text', 0)
    }
  }
  const start = () => {
    // An Excel workbook is a ZIP file.
    if (begin.subarray(0, 2).toString('latin1') === 'PK') throw new CsvFault('not-text', 1)
    const isWide = begin[0] === 0xff && begin[1] === 0xfe
    decoder = new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true })
    return text(begin)
  }
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new CsvFault('too-large', 0)
    if (decoder) {
      yield text(chunk)
      continue
    }
    begin = Buffer.concat([begin, chunk])
    if (begin.length >= 2) yield start()
  }
  if (!decoder) yield start()
  yield text(undefined)
}

/**
 * Reads a CSV file record by record (RFC 4180; also with semicolons or tabs, any line ending, with or without a byte-order
 * mark). Empty lines are skipped.
 * @throws CsvFault
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>, limits: CsvLimits): AsyncGenerator<CsvRecord> {
  let separator = ''
  let waiting = ''
  let line = 1
  let record: CsvRecord = { line: 1, cells: [], isOpen: false }
  let cell = ''
  let isQuoted = false
  /** A quote inside quoted text: its end, or the first of an escaped pair. */
  let isMark = false
  let isReturn = false

  const endCell = () => {
    record.cells.push(cell)
    cell = ''
    if (record.cells.length > limits.columns) throw new CsvFault('broken', record.line)
  }
  const endRecord = (): CsvRecord | null => {
    endCell()
    const done = record
    record = { line, cells: [], isOpen: false }
    return done.cells.some((one) => one.trim() !== '') ? done : null
  }
  function* take(text: string): Generator<CsvRecord> {
    for (const sign of text) {
      const isBreak = sign === '\n' || sign === '\r'
      // CR LF is one line ending.
      if (isReturn && sign === '\n') {
        isReturn = false
        if (isQuoted && !isMark) cell += sign
        continue
      }
      isReturn = sign === '\r'
      if (isBreak) line++
      if (isQuoted && isMark) {
        isMark = false
        if (sign === '"') {
          cell += sign
          continue
        }
        isQuoted = false
      }
      if (isQuoted) {
        if (sign === '"') isMark = true
        else cell += sign
      } else if (sign === '"' && cell === '') isQuoted = true
      else if (sign === separator) endCell()
      else if (isBreak) {
        const done = endRecord()
        if (done) yield done
      } else cell += sign
      if (cell.length > limits.cell) throw new CsvFault('broken', record.line)
    }
  }

  for await (const text of decode(chunks, limits.bytes)) {
    if (separator !== '') {
      yield* take(text)
      continue
    }
    waiting += text
    const end = waiting.search(/[\r\n]/)
    // Wait for the whole first line including its line ending.
    if ((end === -1 || end === waiting.length - 1) && waiting.length < limits.cell) continue
    // The `sep=` line that Excel writes and reads.
    const [hint, named] = /^sep=([,;\t])\r?\n/i.exec(waiting) ?? []
    separator = named ?? separatorOf(end === -1 ? waiting : waiting.slice(0, end))
    if (hint) {
      line = 2
      record.line = 2
    }
    yield* take(hint ? waiting.slice(hint.length) : waiting)
    waiting = ''
  }
  if (separator === '') separator = separatorOf(waiting)
  yield* take(waiting)
  record.isOpen = isQuoted && !isMark
  const last = cell !== '' || record.cells.length > 0 || record.isOpen ? endRecord() : null
  if (last) yield last
}
