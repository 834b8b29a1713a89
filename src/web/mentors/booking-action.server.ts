import { data, redirect, redirectDocument } from 'react-router'
import { z } from 'zod'
import { plans } from '#contract/classes/plans.ts'
import { createOrder, quote } from '#contract/money/payments.ts'
import type { Weekday } from '#contract/reference/catalogue.ts'
import { errorText } from '#contract/wire/errors.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { checkoutHref } from '../accounts/login-hints.ts'
import { type LoaderContext, readApi, writeApi } from '../api.ts'
import { intentOf, readForm } from '../form.server.ts'
import { textsOf, valuesOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { loadViewer } from '../viewer.ts'
import { choiceHref, choiceParams, isAtHome, isSingleClass, newLearner } from './booking-choice.ts'
import { type FreePick, pickOf } from './free-times.server.ts'

/**
 * Why a booking failed. `amount` is the current price; `chosen` is the form's content for a page without JavaScript.
 */
export type BookingProblem = {
  code: string
  message: string
  amount: number | null
  chosen?: string
  /** Alternatives to a time that is no longer free. */
  instead?: FreePick[]
}

const order = createOrder.schema.body
const preferredTimes = order.shape.wishes.unwrap().shape
const address = order.shape.address.unwrap().shape
const parent = order.shape.parent.unwrap().shape
const conduct = order.shape.conduct.unwrap().shape
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
  'parent.relation': z.union([parent.relation, z.literal('self')]).optional(),
  'parent.name': parent.name.optional(),
  'parent.version': parent.version.optional(),
  'parent.language': parent.language.optional(),
  agrees: z.string().max(3).optional(),
  'conduct.version': conduct.version.optional(),
  'conduct.language': conduct.language.optional(),
  accepts: z.string().max(3).optional(),
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
  policy: order.shape.policy,
  /** Set with JavaScript, when the page can open the login dialog itself. */
  script: z.literal('1').optional(),
})
type Fields = z.output<typeof formFields>

type FormValues = Record<string, string>

/** With JavaScript the page shows the message and keeps its form; without it, the page is rendered with this status. */
function problemReply(written: FormValues, status: number, { amount = null, ...words }: Partial<BookingProblem>) {
  const problem = { code: '', message: '', amount, ...words }
  if (written.script) return data<BookingProblem>(problem)
  return data<BookingProblem>({ ...problem, chosen: choiceParams(written).toString() }, { status })
}

/** Without JavaScript the form cannot calculate the price, so quote it again. */
async function amountOf(context: LoaderContext, fields: Fields): Promise<number> {
  if (fields.amount !== undefined) return fields.amount
  const { mentorId, plan, hours, mode, subject } = fields
  const learnerId = fields.learner === newLearner ? undefined : fields.learner
  return (await readApi(context, quote, { query: { mentorId, plan, hours, mode, subject, learnerId } })).data.amount
}

/**
 * Preferred times, unless a free time was selected. A single class needs date and time; for longer plans all are
 * optional.
 */
function preferredTimesOf({ plan, at, date, time, days }: Fields) {
  if (isSingleClass(plan)) return !at && date && time && { wishes: { date, time } }
  if (!date && !time && !days) return {}
  return { wishes: { ...(date && { date }), ...(time && { time }), ...(days && { days }) } }
}

/** Address for a mode at home; an incomplete one falls back to the stored address. */
function addressOf({ mode, house, area, landmark, city }: Fields) {
  if (!mode || !isAtHome(mode) || !house || !area || !city) return {}
  return { address: { house, area, ...(landmark && { landmark }), city } }
}

/** Who agrees for a new learner; nobody while the tick or the name is missing, which the order then asks for. */
function parentOf(fields: Fields) {
  const { 'parent.relation': relation, 'parent.name': name, 'parent.version': version, agrees } = fields
  const language = fields['parent.language']
  if (!relation || relation === 'self' || !name || !version || !language || !agrees) return {}
  return { parent: { relation, name, version, language } }
}

/** The code of conduct for classes at home, if it is ticked. */
function conductOf({ mode, accepts, 'conduct.version': version, 'conduct.language': language }: Fields) {
  return mode && isAtHome(mode) && accepts && version && language ? { conduct: { version, language } } : {}
}

function orderOf(fields: Fields, amount: number) {
  const { policy, mentorId, plan, hours, mode, subject, learner, name, grade, at } = fields
  const isAdult = fields['parent.relation'] === 'self'
  const newOne = { ...(name && { name }), ...(grade && { grade }), ...(isAdult && { adult: true }) }
  return {
    amount,
    policy,
    mentorId,
    plan,
    ...(plan === 'hourly' && { hours }),
    ...(mode && { mode }),
    ...(subject && { subject }),
    ...addressOf(fields),
    ...conductOf(fields),
    ...(at && { startsAt: instantInIndia(at.slice(0, 10), at.slice(11)).toISOString() }),
    ...preferredTimesOf(fields),
    ...(learner && learner !== newLearner ? { learnerId: learner } : { learner: newOne, ...parentOf(fields) }),
  }
}

/** Idempotency key: one per submitted form and selected option. */
async function idempotencyKeyOf(formKey: string, body: object): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(formKey + JSON.stringify(body)))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Login URL that returns to the same selection, without JavaScript. */
const loginHref = (path: string, written: FormValues): string =>
  localHref(`/login?${new URLSearchParams({ next: choiceHref(path, written) })}`)

/** Why a viewer with another role cannot book. */
const otherRoleText = async (context: LoaderContext): Promise<string> =>
  (await loadViewer(context))?.userType === 'mentor' ? m.book_as_mentor() : m.book_as_admin()

/** Creates the order of a booking form and redirects to the checkout. */
export async function book(context: LoaderContext, request: Request, slug: string) {
  const form = await readForm(request)
  intentOf(form)
  const typed = { ...valuesOf(form), days: textsOf(form, 'days').join() }
  const written: FormValues = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const parsed = formFields.safeParse(written)
  if (!parsed.success)
    return problemReply(written, 400, { code: 'bad-request', message: errorText('bad-request', currentLocale()) })
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
    message:
      code === 'not-allowed'
        ? await otherRoleText(context)
        : code === 'payment-start-failed'
          ? m.book_payment_failed_text()
          : message,
    amount: typeof details?.amount === 'number' ? details.amount : null,
    ...(Array.isArray(details?.next) && { instead: details.next.map((at) => pickOf(String(at))) }),
  })
}

/** Converts an error thrown by `readApi` to a form error. */
function problemOf(written: FormValues, error: unknown) {
  const reply =
    typeof error === 'object' && error !== null && 'data' in error ? (error.data as Partial<BookingProblem>) : null
  if (!reply?.code) throw error
  return problemReply(written, 409, reply)
}
