import fc from 'fast-check'
import { z } from 'zod'

/** Text as people type and paste it: 1 and 200 characters, Latin and Devanagari, emoji, bidirectional marks. */
const letters = [
  ...['a', 'Z', 'é', 'अ', 'श्री', 'क्ष', 'ि', 'ँ', '\u200d', '\u200c'],
  ...['👩‍🏫', '🇮🇳', '👍🏽', '\u202e', '\u200f', '\u2066', '\ufeff', 'عربي', '﷽'],
  ...[' ', '\n', '\t', "'", '"', '\\', '<', '&', '%', '{', '\u0001', '\u007f', '\uffff'],
]
export const awkwardTexts = [
  ...['', ' ', 'अ', 'A', 'अ'.repeat(200), 'A'.repeat(200), 'प्रिया शर्मा', '👩‍🏫👍🏽', '\u202eAsha\u202c', '\u200f'],
  ...['null', '0', '1e999', '__proto__', "'; drop table mentor; --", '<script>alert(1)</script>'],
]
const texts = fc.oneof(
  fc.constantFrom(...awkwardTexts),
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

/** Numbers at and next to the limits of a field, in half steps, or of any size. */
const numbers = (min = 0, max = 1e6) =>
  fc.oneof(
    fc.constantFrom(...[min, max].flatMap((at) => [at - 1, at - 0.5, at, at + 0.5, at + 1])),
    fc.constantFrom(0, -1, 0.1, 1e21, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE),
    fc.double({ min, max, noNaN: true }),
  )

function validAnswer(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape)
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, anyAnswer(field)])), {
      requiredKeys: [],
      noNullPrototype: true,
    })
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return validAnswer(schema.unwrap() as z.ZodType)
  // safe, here and below: every zod schema is a ZodType
  if (schema instanceof z.ZodPipe) return validAnswer(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => validAnswer(option as z.ZodType)))
  if (schema instanceof z.ZodArray) return fc.array(anyAnswer(schema.element as z.ZodType), { maxLength: 5 })
  if (schema instanceof z.ZodRecord) {
    // A `__proto__` key is not a field, and the server must not read it from JSON.
    const names = validAnswer(schema.keyType as z.ZodType).filter((name) => name !== '__proto__')
    const keys = names.map((name) => String(name).slice(0, 60))
    return fc.dictionary(keys, anyAnswer(schema.valueType as z.ZodType), { maxKeys: 4, noNullPrototype: true })
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNumber) return numbers(schema.minValue ?? undefined, schema.maxValue ?? undefined)
  return texts
}

/** Mostly a valid answer for a field; sometimes arbitrary text or an empty value. */
const anyAnswer = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: validAnswer(schema) }, texts, fc.constantFrom(null, '', [], {}))

/** Answers of a form section: valid, invalid or incomplete. */
export const answersOf = (schema: z.ZodType) => validAnswer(schema) as fc.Arbitrary<Record<string, unknown>> // safe: a section is an object
