import { expect, test } from 'vitest'
import { CsvFault, type CsvLimits, readCsv } from './csv-reader.ts'

const limits: CsvLimits = { cell: 200, columns: 10, bytes: 100_000 }

async function read(given: string | Uint8Array, { piece = 1_000, most = limits } = {}) {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const records = []
  for await (const { line, cells, isOpen } of readCsv(pieces(), most))
    records.push([line, ...cells, ...(isOpen ? ['OPEN'] : [])])
  return records
}
const reasonOf = (given: string | Uint8Array, most = limits) =>
  read(given, { most }).then(
    () => 'read',
    (error: unknown) => (error instanceof CsvFault ? `${error.reason} ${error.line}` : String(error)),
  )

test.each([
  [
    'plain lines',
    'a,b\n1,2\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a byte-order mark and CRLF',
    '\ufeffa,b\r\n1,2\r\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'returns alone',
    'a,b\r1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2',
    [
      [1, 'a', 'b'],
      [2, '1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a hint of the separator',
    'sep=;\na;b\n1;2',
    [
      [2, 'a', 'b'],
      [3, '1', '2'],
    ],
  ],
  [
    'breaks, marks and separators in quotes',
    'a,b\n"x\r\ny, ""z""",2\n3,4',
    [
      [1, 'a', 'b'],
      [2, 'x\r\ny, "z"', '2'],
      [4, '3', '4'],
    ],
  ],
  [
    'a heading in quotes that holds a separator',
    '"a;b;c",d\n1,2',
    [
      [1, 'a;b;c', 'd'],
      [2, '1', '2'],
    ],
  ],
  [
    'empty lines',
    'a,b\n\n , \n1,2\n\n',
    [
      [1, 'a', 'b'],
      [4, '1', '2'],
    ],
  ],
  [
    'an empty quoted cell',
    'a,b\n"",2',
    [
      [1, 'a', 'b'],
      [2, '', '2'],
    ],
  ],
  [
    'Hindi',
    'नाम,शहर\nआशा,इंदौर',
    [
      [1, 'नाम', 'शहर'],
      [2, 'आशा', 'इंदौर'],
    ],
  ],
  [
    'a quotation mark that is never closed',
    'a,b\n"x,2\n3,4',
    [
      [1, 'a', 'b'],
      [2, 'x,2\n3,4', 'OPEN'],
    ],
  ],
  ['nothing', '', []],
  ['a mark alone', '\ufeff', []],
])('%s', async (_, text, expected) => {
  expect(await read(text)).toEqual(expected)
  // The result does not depend on how the stream is chunked.
  for (const piece of [1, 2, 3, 7]) expect(await read(text, { piece }), `in pieces of ${piece}`).toEqual(expected)
})

test('reads UTF-16', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\tब\n1\t2', 'utf16le')])
  expect(await read(bytes, { piece: 3 })).toEqual([
    [1, 'a', 'ब'],
    [2, '1', '2'],
  ])
})

test('refuses binary, overlong and unterminated input with its line', async () => {
  expect(await reasonOf(Buffer.from([0x61, 0x2c, 0xe9, 0x0a, 0x31]))).toBe('not-text 0')
  expect(await reasonOf(Buffer.from('PK\u0003\u0004more'))).toBe('not-text 1')
  expect(await reasonOf(`a,b\n1,2\n"${'x'.repeat(300)}`)).toBe('broken 3')
  expect(await reasonOf(`${'a,'.repeat(12)}b`)).toBe('broken 1')
  expect(await reasonOf('a,b\n1,2', { ...limits, bytes: 5 })).toBe('too-large 0')
})
