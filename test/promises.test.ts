import { expect, it } from 'vitest'
import { promiseFaults } from '#test/promises.ts'

const isTest = /\.test\.tsx?$/

it('leaves no promise alone in the server', () => {
  const isLooked = (file: string) => /^src\/(server|contract)\//.test(file) && !isTest.test(file)
  expect(promiseFaults({ config: 'tsconfig.server.json', isLooked })).toEqual([])
})

it('leaves no promise alone in the pages', () => {
  const isLooked = (file: string) => file.startsWith('src/web/') && !isTest.test(file)
  const isStrict = (file: string) => /\.server\.tsx?$/.test(file)
  expect(promiseFaults({ config: 'tsconfig.web.json', isLooked, isStrict })).toEqual([])
})

const head = `
declare function read(): Promise<number>
declare function find(given?: unknown): Promise<number>
declare const isWanted: boolean
declare const kept: { set(name: string, given: unknown): void }
declare function on(event: string, listener: () => void): void
`
const alone: [what: string, code: string][] = [
  ['a count begun before the page', 'const count = read(); const page = await find(); return [page, await count]'],
  [
    'a count awaited only sometimes',
    'const count = read(); const known = isWanted ? null : await count; return [known, await find(), await count]',
  ],
  ['two that are awaited one by one', 'const a = read(); const b = find(); return { a: await a, b: await b }'],
  ['one left behind by a return', 'const a = read(); if (isWanted) return 0; return await a'],
  ['one left behind by a refusal', "const a = read(); if (isWanted) throw new Error('no'); return await a"],
  ['one nobody waits for', 'read()'],
  ['one thrown away', 'void read()'],
  ['one that is kept', "const a = read(); kept.set('a', a)"],
  ['one that goes on without an end', 'read().then(() => {})'],
  ['one begun before an await of the same array', 'return await Promise.all([read(), find(await find())])'],
  ['an array of promises by itself', 'const all = [1, 2].map(() => read()); for (const one of all) await one'],
  ['a listener that answers a promise', "on('end', async () => { await read() })"],
  [
    'a parameter awaited late',
    'const late = async (given: Promise<number>) => { await find(); return await given }; return await late(read())',
  ],
]
const minded: [what: string, code: string][] = [
  ['two begun at once', 'const [a, b] = await Promise.all([read(), find()]); return a + b'],
  ['one awaited at once', 'const a = read(); return await a'],
  ['one caught before it is kept', "const a = read(); a.catch(() => {}); kept.set('a', a)"],
  ['one that ends with catch', 'read().catch(() => {})'],
  ['one that ends with two ways', 'read().then(() => {}, () => {})'],
  ['an array of promises for all', 'return await Promise.all([1, 2].map(() => read()))'],
  ['one that may be none', 'const a = isWanted ? read() : null; if (a) return await a; return await find()'],
  ['an await before the array begins', 'return await Promise.all([find(await find()), read()])'],
  [
    'a turn after the last',
    'let last: Promise<unknown> = Promise.resolve(); last = last.then(read).catch(() => {}); await find(); await last',
  ],
]

it('finds every promise that is left alone, and no other', () => {
  const texts = new Map(
    [...alone, ...minded].map(([, code], at) => [`case-${at}.ts`, `${head}export async function one() { ${code} }`]),
  )
  const compilerOptions = { target: 'ES2024', module: 'nodenext', strict: true, types: [] }
  const config = { compilerOptions, files: [...texts.keys()] }
  const found = promiseFaults({ config: 'cases.json' }, texts.set('cases.json', JSON.stringify(config)))
  const isFound = (at: number) => found.some((fault) => fault.startsWith(`case-${at}.ts:`))
  expect(alone.filter((_, at) => !isFound(at))).toEqual([])
  expect(minded.filter((_, at) => isFound(alone.length + at))).toEqual([])
})
