import { data, type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { z } from 'zod'
import { createOrder, quote } from '#contract/money/payments.ts'
import type { Weekday } from '#contract/reference/catalogue.ts'
import { errorWords } from '#contract/wire/errors.ts'
import { plans } from '#contract/wire/limits.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { checkoutHref } from '../accounts/login-hints.ts'
import { readApi, writeApi } from '../api.ts'
import { intentOf, readForm } from '../form.server.ts'
import { textsOf, valuesOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { choiceHref, choiceParams, isAtHome, isSingleClass, newLearner } from './booking-choice.ts'
import { type FreePick, pickOf } from './free-times.server.ts'

type Context = Readonly<RouterContextProvider>

/** Why nothing was booked. `amount` is the price that is right now, `chosen` the form for a page that starts anew. */
export type BookingProblem = {
  code: string
  message: string
  amount: number | null
  chosen?: string
  /** Free times instead of one that is taken. */
  instead?: FreePick[]
}

const order = createOrder.schema.body
const preferredTimes = order.shape.wishes.unwrap().shape
const address = order.shape.address.unwrap().shape
const formFields = z.object({
  formKey: z.uuid(),
  mentorId: order.shape.mentorId,
  plan: z.enum(plans),
  hours: z.coerce.number().pipe(order.shape.hours.unwrap()).optional(),
  mode: order.shape.mode,
  subject: order.shape.subject,
  learner: z.union([z.literal(newLearner), z.uuid()]).optional(),
  name: z.string().trim().max(80).optional(),
  grade: order.shape.learner.unwrap().shape.grade,
  at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional(),
  date: preferredTimes.date,
  time: preferredTimes.time,
  days: z
    .string()
    .transform((text) => text.split(',') as Weekday[]) // checked by the next step
    .pipe(preferredTimes.days.unwrap())
    .optional(),
  house: address.house.optional(),
  area: address.area.optional(),
  landmark: address.landmark,
  city: address.city.optional(),
  amount: z.coerce.number().optional(),
  /** Sent by the running page, which can show a login on the spot. */
  script: z.literal('1').optional(),
})
type Fields = z.output<typeof formFields>

type FormValues = Record<string, string>

/** A running page shows the words itself and keeps its form; for a browser without scripts the status is the page's. */
function problemReply(written: FormValues, status: number, { amount = null, ...words }: Partial<BookingProblem>) {
  const told = { code: '', message: '', amount, ...words }
  if (written.script) return data<BookingProblem>(told)
  return data<BookingProblem>({ ...told, chosen: choiceParams(written).toString() }, { status })
}

/** Before scripts a form cannot reckon: the price on the page is the server's own, so ask for it again. */
async function amountOf(context: Context, fields: Fields): Promise<number> {
  if (fields.amount !== undefined) return fields.amount
  const { mentorId, plan, hours, mode, subject } = fields
  const learnerId = fields.learner === newLearner ? undefined : fields.learner
  return (await readApi(context, quote, { query: { mentorId, plan, hours, mode, subject, learnerId } })).data.amount
}

/** A free time that was picked is no wish. One class needs day and time; of a month everything may be left open. */
function preferredTimesOf({ plan, at, date, time, days }: Fields) {
  if (isSingleClass(plan)) return !at && date && time && { wishes: { date, time } }
  if (!date && !time && !days) return {}
  return { wishes: { ...(date && { date }), ...(time && { time }), ...(days && { days }) } }
}

/** Of a mode at home; the kept address counts where this one is not whole. */
function addressOf({ mode, house, area, landmark, city }: Fields) {
  if (!mode || !isAtHome(mode) || !house || !area || !city) return {}
  return { address: { house, area, ...(landmark && { landmark }), city } }
}

function orderOf(fields: Fields, amount: number) {
  const { mentorId, plan, hours, mode, subject, learner, name, grade, at } = fields
  const newOne = { ...(name && { name }), ...(grade && { grade }) }
  return {
    amount,
    mentorId,
    plan,
    ...(plan === 'hourly' && { hours }),
    ...(mode && { mode }),
    ...(subject && { subject }),
    ...addressOf(fields),
    ...(at && { startsAt: instantInIndia(at.slice(0, 10), at.slice(11)).toISOString() }),
    ...preferredTimesOf(fields),
    ...(learner && learner !== newLearner ? { learnerId: learner } : { learner: newOne }),
  }
}

/** The same choice of the same form is the same order; another choice is another. */
async function idempotencyKeyOf(formKey: string, body: object): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(formKey + JSON.stringify(body)))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Back to the same choice after logging in, for a browser without scripts. */
const loginHref = (path: string, written: FormValues): string =>
  localHref(`/login?${new URLSearchParams({ next: choiceHref(path, written) })}`)

/** Starts the payment of what the form asks for and sends the browser to the checkout. */
export async function book(context: Context, request: Request, slug: string) {
  const form = await readForm(request)
  intentOf(form)
  const typed = { ...valuesOf(form), days: textsOf(form, 'days').join() }
  const written: FormValues = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const parsed = formFields.safeParse(written)
  if (!parsed.success)
    return problemReply(written, 400, { code: 'bad-request', message: errorWords('bad-request', currentLocale()) })
  const fields = parsed.data
  const amount = await amountOf(context, fields).catch((error: unknown) => error)
  if (typeof amount !== 'number') return problemOf(written, amount)
  const body = orderOf(fields, amount)
  const reply = await writeApi(
    context,
    createOrder,
    { body },
    { idempotencyKey: await idempotencyKeyOf(fields.formKey, body) },
  )
  if (reply.ok) return redirectDocument(checkoutHref(reply.data), 303)
  const { code, message, details } = reply.error
  if (code === 'login-required' && fields.script === undefined)
    return redirect(loginHref(`/mentors/${slug}`, written), 303)
  return problemReply(written, reply.status, {
    code,
    message,
    amount: typeof details?.amount === 'number' ? details.amount : null,
    ...(Array.isArray(details?.next) && { instead: details.next.map((at) => pickOf(String(at))) }),
  })
}

/** An error that `readApi` threw, as a value beside the form. */
function problemOf(written: FormValues, error: unknown) {
  const reply =
    typeof error === 'object' && error !== null && 'data' in error ? (error.data as Partial<BookingProblem>) : null
  if (!reply?.code) throw error
  return problemReply(written, 409, reply)
}
