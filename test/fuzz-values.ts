import fc from 'fast-check'
import { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { inDays } from './test-app.ts'

const plain = {
  phones: ['9811100123', '+91 98111 00124'],
  dates: [inDays(-400), inDays(-1), inDays(0), inDays(2), inDays(9), inDays(30), inDays(400)],
  months: [inDays(0).slice(0, 7), inDays(40).slice(0, 7)],
  times: ['00:00', '06:00', '10:00', '17:30', '23:59'],
  instants: [-1, 1, 9].map((days) => `${inDays(days)}T03:00:00.000Z`),
  texts: ['A', 'Meera Joshi', 'मीरा जोशी', 'Called, no answer', 'line one\nline two', 'https://video.example/a'],
  places: ['Indore', 'Palasia', 'Madhya Pradesh', 'India', 'indore', '452010'],
  catalogue: [
    '',
    'mathematics',
    'Physics',
    '9',
    '12',
    'neet',
    'cbse',
    'CBSE',
    'bsc_mathematics',
    'none',
    'school',
    'monday',
  ],
  money: ['HDFC0001234', 'meera@upi', '123456789012', 'ABCPE1234F', '22AAAAA0000A1Z5'],
  codes: [
    '0000',
    '123456',
    'AAAA',
    'refunds.send',
    'e30',
    'a'.repeat(43),
    'desc',
    '1.2.3',
    'meera@mail.example',
    '#aabbcc',
  ],
  numbers: [0, 1, 2, 4, 5, 7, 10, 30, 45, 60, 99, 120, 450, 4500, 22.7196, 75.8577, 2013, 2026],
  // As in addresses.
  digits: ['1', '2', '20', '22.72', '75.86', 'true', 'false'],
}
/** Values of every kind the contract knows; a field takes those that its schema accepts. */
export const commonValues: readonly unknown[] = [...Object.values(plain).flat(), true, false, null]

const deep = (depth: number): unknown => (depth === 0 ? [] : [deep(depth - 1)])
/** Starts a number that JSON can express and JavaScript cannot; `toJson` writes it without quotes. */
const rawNumber = 'raw number '
const hostile: unknown[] = [
  ...[-1, -0, 1.5, 0.005, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 5e-324],
  ...['1e999', '-1e999', 'NaN', '01', '9'.repeat(400)].map((number) => rawNumber + number),
  ...[
    '',
    ' ',
    'x'.repeat(300),
    'क'.repeat(5000),
    'a'.repeat(20_000),
    '\n',
    '\u0000',
    'a\u0000b',
    '\u001b[2J',
    '\u007f',
  ],
  ...[
    '\ud800',
    '\udc00x',
    '\u202eabc',
    '\ufeff',
    '👩‍👩‍👧',
    'e\u0301'.repeat(50),
    '٤٥',
    '１２３',
    '%',
    '_',
    '\\',
    '%00',
    '*',
  ],
  ...["' or 1=1 --", "'; drop table account; --", '$1', '<script>alert(1)</script>', '{{7*7}}', '=cmd|calc', '../../x'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    '1e999',
    '-1',
    '0x10',
    '1_0',
  ],
  ...['0000-01-01', '2026-02-30', '2000-01-01', '2099-12-31', '9999-12-31', '2099-12-31T23:59:59.999Z', '24:00'],
  ...['0001-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '2026-01-01T00:00:00+23:59', '2099-12', '2000-01'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2147483648', '9'.repeat(30)],
  ...['javascript:alert(1)', 'http://169.254.169.254/', 'file:///etc/passwd', 'a@b', `${'a'.repeat(64)}@x.example`],
  ...[null, true, [], {}, [null], [[]], deep(200), Array.from({ length: 1000 }, () => 'a'), { length: -1 }],
  ...[Object.fromEntries([['__proto__', { admin: true }]]), { constructor: { prototype: { admin: true } } }],
]

/** Text that makes a valid one invalid, or nearly so. */
const spoilers = [
  '\u0000',
  '\ud800',
  '\u202e',
  "'",
  '%',
  '\\',
  '\n',
  ' ',
  '<b>',
  'x'.repeat(2_000),
  '9',
  '-',
  '٣',
  'Z',
  '.5',
]

/** Fields for which the pool had no value; the test expects none. */
export const unmatched = new Set<string>()

/**
 * Values to choose from: `named` gives those that a field of this name means, `ids` are for fields that take ids
 * only.
 */
export type Pool = { all: readonly unknown[]; ids: readonly unknown[]; named(name: string): readonly unknown[] }

/** Input that a schema accepts; rules across fields may still refuse it. */
export function validInput(schema: $ZodType, pool: Pool, name: string): fc.Arbitrary<unknown> {
  const { def } = (schema as $ZodTypes)._zod // safe: every schema is one of zod's own
  const inner = (of: $ZodType, key = '') => validInput(of, pool, key ? `${name}.${key}` : name)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape)
      return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, inner(field, key)])), {
        requiredKeys: fields.filter(([, field]) => field._zod.optin !== 'optional').map(([key]) => key),
        noNullPrototype: true,
      })
    }
    case 'array': {
      const { minimum = 0, maximum = 4 } = schema._zod.bag as { minimum?: number; maximum?: number } // as zod fills it
      return fc.array(inner(def.element), { minLength: minimum, maxLength: Math.max(minimum, Math.min(maximum, 4)) })
    }
    case 'record':
      return fc.dictionary(inner(def.keyType, 'key').map(String), inner(def.valueType, 'value'), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...def.options.map((option) => inner(option)))
    case 'optional':
    case 'default':
    case 'prefault':
      return inner(def.innerType)
    case 'nullable':
      return fc.option(inner(def.innerType))
    case 'pipe':
      return hasParts(def.in) ? inner(def.in) : hasParts(def.out) ? inner(def.out) : leaf(schema, pool, name)
    default:
      return leaf(schema, pool, name)
  }
}

/** Whether values of a schema are built, not looked up in the pool. */
function hasParts(schema: $ZodType): boolean {
  const { def } = (schema as $ZodTypes)._zod // safe: as above
  if (def.type === 'pipe') return hasParts(def.in)
  if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault') return hasParts(def.innerType)
  return ['object', 'array', 'record', 'union', 'enum'].includes(def.type)
}

function leaf(schema: $ZodType, pool: Pool, name: string): fc.Arbitrary<unknown> {
  const { def, bag } = (schema as $ZodTypes)._zod // safe: as above
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries))
  if (def.type === 'literal') return fc.constantFrom(...def.values)
  if (def.type === 'unknown' || def.type === 'never') return fc.constantFrom(...hostile)
  const { minimum, maximum, patterns } = bag as { minimum?: number; maximum?: number; patterns?: Set<RegExp> } // as zod fills it
  const bounds = [minimum, maximum].filter((bound) => Number.isFinite(bound))
  const accepted = (value: unknown) => z.safeParse(schema, value).success
  const ids = accepted('a word') ? [] : pool.ids
  const likely = [...pool.named(name), ...ids].filter((value) => value === undefined || accepted(value))
  const fits = [...pool.all, ...bounds].filter(accepted)
  if (likely.length > 0)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...likely) }, fc.constantFrom(...likely, ...fits))
  const [pattern] = patterns ?? []
  if (fits.length > 0) return fc.constantFrom(...fits)
  if (pattern) return fc.stringMatching(pattern)
  unmatched.add(name)
  return fc.constantFrom(...hostile)
}

/** A change that may make an input invalid: `spoil` adds to a text, the others replace, remove or add a value. */
export type Mutation = { at: number; how: 'spoil' | 'replace' | 'remove' | 'add'; key: string; value: unknown }
export const mutations = (pool: readonly unknown[]): fc.Arbitrary<Mutation[]> => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...hostile) },
    { weight: 3, arbitrary: fc.constantFrom(...pool) },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.jsonValue(),
  )
  const key = fc.constantFrom('__proto__', 'constructor', 'extra', '_id', 'limit', 'accountId', '', '\u0000')
  const change = <How extends Mutation['how']>(how: How, values: fc.Arbitrary<unknown>) =>
    fc.record({ at: fc.nat(200), how: fc.constant(how), key, value: values }, { noNullPrototype: true })
  const any = fc.oneof<fc.WeightedArbitrary<Mutation>[]>(
    { weight: 4, arbitrary: change('spoil', fc.constantFrom(...spoilers)) },
    { weight: 4, arbitrary: change('replace', value) },
    { weight: 1, arbitrary: change('remove', value) },
    { weight: 1, arbitrary: change('add', value) },
  )
  return fc.oneof({ weight: 3, arbitrary: fc.tuple(any) }, fc.tuple(any, any))
}

type Holder = Record<string, unknown>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null
const holdersIn = (value: unknown): Holder[] =>
  isHolder(value) ? [value, ...Object.values(value).flatMap(holdersIn)] : []

/** A copy of an input with the changes made, mostly to its fields; whole parts and the input may be replaced too. */
export function mutate(root: unknown, changes: readonly Mutation[]): unknown {
  const top: Holder = { root: structuredClone(root) }
  for (const { at, how, key, value } of changes) {
    const copy = structuredClone(value)
    const slots = holdersIn(top).flatMap((holder) => Object.keys(holder).map((name) => ({ holder, name })))
    const fields = slots.filter(({ holder }) => holder !== top && holder !== top.root)
    const texts = fields.filter(({ holder, name }) => typeof holder[name] === 'string')
    const among = how === 'spoil' && texts.length > 0 ? texts : fields.length > 0 && at % 5 > 0 ? fields : slots
    const { holder, name } = among[at % among.length] ?? { holder: top, name: 'root' }
    const old = holder[name]
    if (how === 'spoil' && typeof old === 'string') define(holder, name, at % 2 ? `${old}${copy}` : `${copy}${old}`)
    else if (how === 'remove' && holder !== top) delete holder[name]
    else if (how === 'add' && isHolder(old)) define(old, key, copy)
    else define(holder, name, copy)
  }
  return top.root
}

const define = (holder: Holder, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

/** JSON, or what looks like it: some numbers are ones that no JavaScript value has. */
export const toJson = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replace(new RegExp(`"${rawNumber}([^"]*)"`, 'g'), '$1')

/** Text for a path or query; unpaired surrogates, which addresses cannot have, are replaced. */
export const toAddress = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}
