import { data } from 'react-router'
import type { z } from 'zod'
import type { Endpoint, InputOf } from '#contract/wire/endpoint.ts'
import { errorText } from '#contract/wire/errors.ts'
import { type WriteReply, writeApi } from './api.ts'
import { textOf, textsOf, valuesOf } from './form.ts'
import { currentLocale } from './locale.ts'

/** Ends a form that no page of ours sent: an error, and never a write. */
export function refuseForm(): never {
  throw data({ message: errorText('bad-request', currentLocale()) }, { status: 400 })
}

/** The form of a request. */
export const readForm = (request: Request): Promise<FormData> => request.formData().catch(refuseForm)

/**
 * What a form asks for, one of these; any other intent is refused. Without a list the form has no intent. Forms of
 * several rows of a page name the row after a space.
 */
export function intentOf<const I extends string = ''>(form: FormData, ...known: I[]): I {
  const [intent = ''] = textOf(form, 'intent').split(' ')
  if (known.length === 0 && intent === '') return '' as I // true: the only one there is
  return known.find((one) => one === intent) ?? refuseForm()
}

/** The words of a field with one in each line, or with commas between them. */
export const listIn = (form: FormData, name: string): string[] =>
  textOf(form, name)
    .split(/\s*[\n,]\s*/)
    .filter(Boolean)

/** A number whose point may be typed as a comma; null of an empty field. */
export function decimalIn(form: FormData, name: string): number | null {
  const text = textOf(form, name).replace(',', '.')
  return text === '' ? null : Number(text)
}

/** Does what the intent of a form names; any other intent is refused. */
export function byIntent<H extends Readonly<Record<string, () => unknown>>>(
  form: FormData,
  handlers: H,
): ReturnType<H[keyof H]> {
  return handlers[intentOf(form, ...Object.keys(handlers))]?.() as ReturnType<H[keyof H]> // true: it is one of them
}

type Schema = z.ZodType
/** The parts of a schema that say how its value is read. */
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
const defOf = (schema: Schema) => schema._zod.def as unknown as Def // true: of each kind of schema only its parts are read

/** A text as the value a schema asks for; the API refuses what does not fit, beside its field. */
function scalarOf(schema: Schema, text: string): unknown {
  const def = defOf(schema)
  if (def.type === 'number') return text === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text)
  if (def.type === 'boolean') return !['', '0', 'no', 'false'].includes(text)
  if (def.type === 'literal') return def.values.find((one) => String(one) === text) ?? text
  return def.type === 'pipe' ? scalarOf(def.in, text) : text
}

const isGiven = (form: FormData, name: string) =>
  Object.keys(valuesOf(form)).some((key) => key === name || key.startsWith(`${name}.`))

/**
 * Reads a form by a schema of the contract: each field by its name, parts of an object as `object.part`. An empty field
 * is null where the schema takes null, and left out where it is optional and takes no empty text.
 */
export function fromForm<S extends Schema>(schema: S, form: FormData, name = ''): z.input<S> {
  return read(schema, form, name) as z.input<S> // what does not fit is refused by the API
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

/** Parts of a body; undefined leaves one out although the form has it. */
type KnownFields<B> = { [K in keyof B]?: B[K] | undefined }

/** The body of an endpoint as a form says it; `known` is what the form does not say, or says in another way. */
export function bodyOf<const E extends Endpoint>(
  endpoint: E,
  form: FormData,
  known: KnownFields<Body<E>> = {},
): Body<E> {
  const { body } = endpoint.schema
  return (body && Object.assign(fromForm(body, form) as object, known)) as Body<E> // true: read by the schema of this body
}

type LoaderContext<E extends Endpoint> = { params?: Record<string, string>; body?: KnownFields<Body<E>> }

/** Sends a form to its endpoint: for the row it is `of` unless `params` say another, and under the key it carries. */
export function sendForm<const E extends Endpoint>(
  context: Parameters<typeof writeApi>[0],
  endpoint: E,
  form: FormData,
  { params = { id: textOf(form, 'of') }, body }: LoaderContext<E> = {},
): Promise<WriteReply<E>> {
  const key = textOf(form, 'key')
  const input = { params, body: bodyOf(endpoint, form, body) } as unknown as InputOf<E> // true: as the endpoint declares
  return writeApi(context, endpoint, input, key === '' ? {} : { idempotencyKey: key })
}
