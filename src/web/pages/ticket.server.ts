import { data } from 'react-router'
import { familyBookings } from '#contract/classes/bookings.ts'
import { openTicket } from '#contract/support/cases.ts'
import { type CaseTopic, caseTopics, ticketMessage } from '#contract/support/limits.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../api.ts'
import { intentOf, sendForm } from '../form.server.ts'
import { textOf, valuesOf } from '../form.ts'
import { currentLocale } from '../locale.ts'
import { formatDateTime } from '../ui/dates.tsx'
import { formatNumber } from '../ui/money.tsx'
import { loadViewer } from '../viewer.ts'
import type { TicketResult } from './ticket-form.tsx'

const topicLabels: Record<CaseTopic, () => string> = {
  finding: m.contact_topic_finding,
  booking: m.contact_topic_booking,
  payment: m.contact_topic_payment,
  refund: m.contact_topic_refund,
  mentor: m.contact_topic_mentor,
  login: m.contact_topic_login,
  safety: m.contact_topic_safety,
  complaint: m.contact_topic_complaint,
  other: m.contact_topic_other,
}

export const topicOptions = () => caseTopics.map((value) => ({ value: value as string, label: topicLabels[value]() }))

/** Mentors the family has booked; empty for everyone else. */
export async function ownMentors(context: LoaderContext) {
  const viewer = await loadViewer(context)
  if (viewer?.userType !== 'student' || !viewer._id) return []
  const { data: bookings } = await readApi(context, familyBookings, {
    params: { id: viewer._id },
    query: { limit: 50 },
  })
  const mentors = new Map(bookings.map(({ mentor }) => [mentor._id, mentor.fullName]))
  return [...mentors].map(([value, label]) => ({ value, label }))
}

const fieldErrors: Record<string, () => string> = {
  name: m.contact_bad_name,
  phone: m.contact_bad_phone,
  email: m.contact_bad_email,
  topic: m.contact_bad_topic,
  message: () => m.contact_bad_message({ min: ticketMessage.min, max: formatNumber(ticketMessage.max) }),
}

function toProblems({
  code,
  message,
  details,
}: ErrorReply): Pick<Extract<TicketResult, { ok: false }>, 'problem' | 'fields'> {
  const faults = code === 'bad-request' && Array.isArray(details?.fields) ? details.fields : []
  const fields = faults.flatMap((one: { field?: unknown }) => {
    const name = String(one.field)
    return fieldErrors[name] ? [[name, fieldErrors[name]()] as const] : []
  })
  const words = message || errorText(code, currentLocale())
  return { problem: fields.length > 0 ? null : words, fields: Object.fromEntries(fields) }
}

/** Opens a ticket from the form; returns the input if refused. */
export async function sendTicket(context: LoaderContext, form: FormData) {
  intentOf(form)
  const reply = await sendForm(context, openTicket, form)
  const values = valuesOf(form)
  // Logged-in senders are called at their own number.
  const isCalled = textOf(form, 'phone') !== '' || (await loadViewer(context)) !== null
  if (!reply.ok) {
    const { problem, fields } = toProblems(reply.error)
    // The API reports this only when all other fields are valid.
    if (problem === null && !isCalled && textOf(form, 'email') === '') fields.phone = m.contact_bad_phone()
    return data<TicketResult>({ ok: false, values, problem, fields }, { status: reply.status })
  }
  const { number, answerBy } = reply.data.data
  const words = { by: formatDateTime(answerBy) }
  const promise = isCalled ? m.contact_done_call(words) : m.contact_done_write(words)
  return data<TicketResult>({ ok: true, number, promise })
}
