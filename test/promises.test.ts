import { expect, it } from 'vitest'
import { promiseFaults } from '#test/promises.ts'

const isTest = /\.test\.tsx?$/

it('finds no unhandled promise in the server', () => {
  const isIncluded = (file: string) => /^src\/(server|contract)\//.test(file) && !isTest.test(file)
  expect(promiseFaults({ config: 'tsconfig.server.json', isIncluded })).toEqual([])
})

it('finds no unhandled promise in the pages', () => {
  const isIncluded = (file: string) => file.startsWith('src/web/') && !isTest.test(file)
  const isStrict = (file: string) => /\.server\.tsx?$/.test(file)
  expect(promiseFaults({ config: 'tsconfig.web.json', isIncluded, isStrict })).toEqual([])
})

const head = `
declare function read(): Promise<number>
declare function find(given?: unknown): Promise<number>
declare const isWanted: boolean
declare const kept: { set(name: string, given: unknown): void }
declare function on(event: string, listener: () => void): void
`
const unhandled: [what: string, code: string][] = [
  ['a count started before the page', 'const count = read(); const page = await find(); return [page, await count]'],
  [
    'a count awaited on only one branch',
    'const count = read(); const known = isWanted ? null : await count; return [known, await find(), await count]',
  ],
  ['two promises awaited one after the other', 'const a = read(); const b = find(); return { a: await a, b: await b }'],
  ['a promise abandoned by a return', 'const a = read(); if (isWanted) return 0; return await a'],
  ['a promise abandoned by a throw', "const a = read(); if (isWanted) throw new Error('no'); return await a"],
  ['a promise that is never awaited', 'read()'],
  ['a promise discarded with void', 'void read()'],
  ['a promise stored in a map', "const a = read(); kept.set('a', a)"],
  ['a then without a catch', 'read().then(() => {})'],
  ['a promise started before an await in the same array', 'return await Promise.all([read(), find(await find())])'],
  [
    'an array of promises outside Promise.all',
    'const all = [1, 2].map(() => read()); for (const one of all) await one',
  ],
  ['an async event listener', "on('end', async () => { await read() })"],
  [
    'a promise parameter awaited late',
    'const late = async (given: Promise<number>) => { await find(); return await given }; return await late(read())',
  ],
]
const handled: [what: string, code: string][] = [
  ['two promises started together', 'const [a, b] = await Promise.all([read(), find()]); return a + b'],
  ['a promise awaited next', 'const a = read(); return await a'],
  ['a promise caught before it is stored', "const a = read(); a.catch(() => {}); kept.set('a', a)"],
  ['a promise that ends with catch', 'read().catch(() => {})'],
  ['a then with a rejection handler', 'read().then(() => {}, () => {})'],
  ['an array of promises in Promise.all', 'return await Promise.all([1, 2].map(() => read()))'],
  ['an optional promise', 'const a = isWanted ? read() : null; if (a) return await a; return await find()'],
  ['an await before the array starts', 'return await Promise.all([find(await find()), read()])'],
  [
    'a queue that chains promises',
    'let last: Promise<unknown> = Promise.resolve(); last = last.then(read).catch(() => {}); await find(); await last',
  ],
]

it('detects every unhandled promise, and nothing else', () => {
  const texts = new Map(
    [...unhandled, ...handled].map(([, code], at) => [
      `case-${at}.ts`,
      `${head}export async function one() { ${code} }`,
    ]),
  )
  const compilerOptions = { target: 'ES2024', module: 'nodenext', strict: true, types: [] }
  const config = { compilerOptions, files: [...texts.keys()] }
  const found = promiseFaults({ config: 'cases.json' }, texts.set('cases.json', JSON.stringify(config)))
  const isFound = (at: number) => found.some((fault) => fault.startsWith(`case-${at}.ts:`))
  expect(unhandled.filter((_, at) => !isFound(at))).toEqual([])
  expect(handled.filter((_, at) => isFound(unhandled.length + at))).toEqual([])
})
