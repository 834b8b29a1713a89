import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  changeMessageText,
  type OpenText,
  oneMessageText,
  previewMessageText,
  type Texts,
  type TextInput,
} from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { errorWords } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { isStatus, readApi, writeApi } from '../../api.ts'
import { intentOf, refuseForm } from '../../form.server.ts'
import { isTicked, textOf, valuesOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { flat } from '../kit/setting-values.server.ts'
import { messageKindNames, problemWords, sidesIn, textNames } from './message-labels.server.ts'

type Given = Readonly<RouterContextProvider>

/** What is another text, by its place. */
function linesBetween(was: Texts, is: Texts) {
  const [before, after] = [flat(was), flat(is)]
  return Object.entries(textNames()).flatMap(([at, label]) =>
    before[at] === after[at] ? [] : [{ label, was: String(before[at] ?? ''), becomes: String(after[at] ?? '') }],
  )
}

const event = (given: string) => ({ params: { event: given as NotificationEvent } }) // true: the server looks it up
async function read(context: Given, given: string) {
  try {
    return (await readApi(context, oneMessageText, event(given))).data
  } catch (error) {
    if (isStatus(error, 400)) throw data(null, { status: 404 })
    throw error
  }
}

const smsNote = (known: boolean | undefined) =>
  known === undefined ? '' : known ? m.admin_set_registered() : m.admin_set_not_registered()

function smsOf({ sms }: OpenText) {
  return (['en', 'hi'] as const).flatMap((language) =>
    sms ? [{ language, text: sms[language], note: smsNote(sms.registered?.[language]) }] : [],
  )
}

/** An event's texts as their page shows them. */
export async function readText(context: Given, given: string) {
  const one = await read(context, given)
  const names = textNames()
  const [now, usual] = [flat(one.now), flat(one.usual)]
  return {
    ...{ event: one.event, state: one.state, mayChange: one.mayChange, seen: JSON.stringify(one.now) },
    about: `${messageKindNames[one.kind]?.() ?? one.kind} · ${sidesIn(one.to)}`,
    sms: smsOf(one),
    fields: Object.entries(names).flatMap(([at, label]) =>
      at in now ? [{ at, label, text: String(now[at]), usual: String(usual[at]) }] : [],
    ),
    values: one.values.map(({ name, example, neededIn }) => ({
      ...{ name: `{${name}}`, example },
      needed: neededIn.map((channel) => (channel === 'app' ? m.admin_set_on_site() : m.contact_email())).join(', '),
    })),
    history: one.history.map(({ at, by, was, is }) => ({
      who: m.admin_rates_by({ name: by || m.admin_set_somebody(), at: formatDateTime(at) }),
      lines: linesBetween(was, is),
    })),
  }
}
export type ShownText = Awaited<ReturnType<typeof readText>>

/** What came of the form: how it would be told, or what is wrong with it. */
export type TextResult = {
  problem: string | null
  fields: Record<string, string>
  values: Record<string, string>
  /** What somebody else wrote since this page was opened. */
  meanwhile: ReturnType<typeof linesBetween>
  preview: {
    lines: ReturnType<typeof linesBetween>
    filled: { at: string; label: string; text: string }[]
    wish: string
  } | null
}

function wishIn(form: FormData, seen: Texts): TextInput {
  const typed = valuesOf(form)
  const text = (at: string) => typed[at] ?? ''
  if (text('intent') === 'usual') return { app: null, email: null, seen }
  const letter = (of: 'en' | 'hi') => ({ subject: text(`email.${of}.subject`), text: text(`email.${of}.text`) })
  const app = { en: text('app.en'), hi: text('app.hi') }
  return { app, email: seen.email && { en: letter('en'), hi: letter('hi') }, seen }
}

function parsed<T>(text: string): T {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T // true: this page wrote it, and the server reads it anew
  } catch {
    // Cut off, or made up.
  }
  refuseForm()
}

/** What others wrote since a wish began, with what was typed. */
async function meanwhileOf(context: Given, given: string, wish: TextInput) {
  const meanwhile = linesBetween(wish.seen, (await read(context, given)).now)
  return { meanwhile, problem: meanwhile.length > 0 ? errorWords('setting-changed', currentLocale()) : null }
}

/** Previews texts, keeps those that were previewed, or takes them back into the form. */
export async function actOnText(context: Given, given: string, form: FormData) {
  const intent = intentOf(form, 'preview', 'usual', 'save', 'edit')
  const values = valuesOf(form)
  const blank: TextResult = { problem: null, fields: {}, values, meanwhile: [], preview: null }
  const wish = isTicked(form, 'wish')
    ? parsed<TextInput>(textOf(form, 'wish'))
    : wishIn(form, parsed<Texts>(textOf(form, 'seen')))
  const asked = { ...event(given), body: wish }
  const refused = async ({
    code,
    message,
    details,
  }: {
    code: string
    message: string
    details?: Record<string, unknown>
  }) => {
    if (code === 'setting-changed') {
      return { ...blank, values: typedIn(wish), ...(await meanwhileOf(context, given, wish)) }
    }
    const wrong = (details?.fields ?? []) as Parameters<typeof problemWords>[0][] // true: the details of this code
    const fields = Object.fromEntries(wrong.map((one) => [one.field, problemWords(one)]))
    return { ...blank, fields, problem: wrong.some(({ field }) => field in textNames()) ? null : message }
  }
  if (intent === 'edit')
    return data<TextResult>({ ...blank, values: typedIn(wish), ...(await meanwhileOf(context, given, wish)) })
  if (intent === 'save') {
    const reply = await writeApi(context, changeMessageText, asked)
    if (reply.ok) throw redirect(localHref(`/admin/settings/messages/${given}?done`))
    return data<TextResult>(await refused(reply.error), { status: reply.status })
  }
  const reply = await writeApi(context, previewMessageText, asked)
  if (!reply.ok) return data<TextResult>(await refused(reply.error), { status: reply.status })
  const { texts, filled } = reply.data.data
  const lines = linesBetween(wish.seen, texts)
  if (lines.length === 0) return data<TextResult>({ ...blank, problem: m.admin_set_same() })
  const parts = flat(filled)
  const shown = Object.entries(textNames()).flatMap(([at, label]) =>
    at in parts ? [{ at, label, text: String(parts[at]) }] : [],
  )
  return data<TextResult>({ ...blank, preview: { lines, filled: shown, wish: JSON.stringify({ ...wish, ...texts }) } })
}

/** The texts of a wish as they stood in the form. */
const typedIn = ({ app, email }: TextInput): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flat({ ...(app && { app }), ...(email && { email }) })).map(([at, text]) => [at, String(text)]),
  )
