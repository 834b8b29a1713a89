import { data } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, InputOf } from '#contract/wire/endpoint.ts'
import { errorText } from '#contract/wire/errors.ts'
import { type WriteReply, writeApi } from './api.ts'
import { textOf, textsOf } from './form.ts'
import { currentLocale } from './locale.ts'

/** Refuses a form our pages did not send. @throws Response with status 400 */
export function refuseForm(): never {
  throw data({ message: errorText('bad-request', currentLocale()) }, { status: 400 })
}

/** Above the largest form of ours: a link to 500 mentors. */
const maxFields = 1000

/** The form of a request; one with too many fields is refused before it is parsed. */
export async function readForm(request: Request): Promise<FormData> {
  const text = await request.text().catch(refuseForm)
  if (text.split('&', maxFields + 1).length > maxFields) refuseForm()
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value)
  return form
}

/**
 * Intent of a form; unknown intents are refused. Without a list the form has no intent. Forms of several rows append the row
 * after a space.
 */
export function intentOf<const I extends string = ''>(form: FormData, ...known: I[]): I {
  const [intent = ''] = textOf(form, 'intent').split(' ')
  if (known.length === 0 && intent === '') return '' as I // the only possible value
  return known.find((one) => one === intent) ?? refuseForm()
}

/** Items of a field, separated by lines or commas. */
export const listIn = (form: FormData, name: string): string[] =>
  textOf(form, name)
    .split(/\s*[\n,]\s*/)
    .filter(Boolean)

/** A number with a decimal point or comma; null if empty. */
export function decimalIn(form: FormData, name: string): number | null {
  const text = textOf(form, name).replace(',', '.')
  return text === '' ? null : Number(text)
}

/** Runs the handler of a form's intent; unknown intents are refused. */
export function byIntent<H extends Readonly<Record<string, () => unknown>>>(
  form: FormData,
  handlers: H,
): ReturnType<H[keyof H]> {
  return handlers[intentOf(form, ...Object.keys(handlers))]?.() as ReturnType<H[keyof H]> // the type of one handler
}

type Schema = z.ZodType
/** The parts of a zod schema needed to read values. */
type Def = {
  type: string
  shape: Record<string, Schema>
  innerType: Schema
  element: Schema
  in: Schema
  options: Schema[]
  discriminator?: string
  values: unknown[]
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def // only these parts of a schema are read

/** Converts a text to the type of a schema; the API rejects invalid values beside their field. */
function scalarOf(schema: Schema, text: string): unknown {
  const def = defOf(schema)
  if (def.type === 'number') return text === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text)
  if (def.type === 'boolean') return !['', '0', 'no', 'false'].includes(text)
  if (def.type === 'literal') return def.values.find((one) => String(one) === text) ?? text
  return def.type === 'pipe' ? scalarOf(def.in, text) : text
}

const isGiven = (form: FormData, name: string) =>
  [...form.keys()].some((key) => key === name || key.startsWith(`${name}.`))

/**
 * Reads a form by a contract schema: fields by name, nested ones as `object.part`. An empty field is null where the schema is
 * nullable, and omitted where it is optional and refuses empty text.
 */
export function fromForm<S extends Schema>(schema: S, form: FormData, name = ''): z.input<S> {
  return read(schema, form, name) as z.input<S> // the API rejects invalid values
}

function read(schema: Schema, form: FormData, name: string): unknown {
  const def = defOf(schema)
  const text = textOf(form, name)
  switch (def.type) {
    case 'object': {
      const prefix = name === '' ? '' : `${name}.`
      const parts = Object.entries(def.shape).map(([part, one]) => [part, read(one, form, prefix + part)])
      return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
    }
    case 'array':
      return textsOf(form, name).map((one) => scalarOf(def.element, one))
    case 'optional':
    case 'default': {
      if (name !== '' && !isGiven(form, name)) return undefined
      const value = read(def.innerType, form, name)
      const isEmpty = text === '' && (value === '' || value === false)
      return isEmpty && !def.innerType.safeParse('').success ? undefined : value
    }
    case 'nullable':
      return text === '' && name !== '' ? null : read(def.innerType, form, name)
    case 'union': {
      const { discriminator, options } = def
      if (discriminator === undefined) return text
      const kind = textOf(form, discriminator)
      const isMeant = ({ shape }: Def) =>
        defOf(shape[discriminator] as Schema).values.some((one) => String(one) === kind)
      return read(options.find((one) => isMeant(defOf(one))) ?? (options[0] as Schema), form, name)
    }
    case 'pipe':
      return read(def.in, form, name)
    default:
      return scalarOf(schema, text)
  }
}

type Body<E extends Endpoint> = E['schema']['body'] extends Schema ? z.input<E['schema']['body']> : undefined

/** Fields of a body; undefined omits one the form has. */
type KnownFields<B> = { [K in keyof B]?: B[K] | undefined }

/** Body of an endpoint from a form; `known` adds or overrides fields. */
export function bodyOf<const E extends Endpoint>(
  endpoint: E,
  form: FormData,
  known: KnownFields<Body<E>> = {},
): Body<E> {
  const { body } = endpoint.schema
  return (body && Object.assign(fromForm(body, form) as object, known)) as Body<E> // read by the schema of this body
}

type SendOptions<E extends Endpoint> = { params?: Record<string, string>; body?: KnownFields<Body<E>> }

/** Sends a form to its endpoint, for the row named in `of` unless `params` are given, with its idempotency key. */
export function sendForm<const E extends Endpoint>(
  context: Parameters<typeof writeApi>[0],
  endpoint: E,
  form: FormData,
  { params = { id: textOf(form, 'of') }, body }: SendOptions<E> = {},
): Promise<WriteReply<E>> {
  const key = textOf(form, 'key')
  const input = { params, body: bodyOf(endpoint, form, body) } as unknown as InputOf<E> // typed by the endpoint
  return writeApi(context, endpoint, input, key === '' ? {} : { idempotencyKey: key })
}
