import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  changeMessageText,
  type MessageText,
  type OpenText,
  oneMessageText,
  previewMessageText,
  type Texts,
} from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { m } from '#messages'
import { isStatus, readApi, writeApi } from '../../api.ts'
import { fromForm, intentOf, refuseForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { fullTime } from '../kit/full-time.ts'
import { messageName } from '../kit/message-names.server.ts'
import { flat } from '../kit/setting-values.server.ts'
import { messageKindNames, problemLabel, sidesIn, textNames } from './message-labels.server.ts'

type Context = Readonly<RouterContextProvider>

const searchText = ({ event, sms, now: { app, email } }: MessageText) =>
  [event, messageName(event), ...[sms, app, email?.en, email?.hi].flatMap((texts) => Object.values(texts ?? {}))]
    .join('\n')
    .toLowerCase()

/** Templates containing every word of `q`, grouped by topic. */
export function groupTexts(all: readonly MessageText[], q: string) {
  const words = q.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean)
  const found = all.filter((one) => words.every((word) => searchText(one).includes(word)))
  return Object.entries(messageKindNames).flatMap(([kind, name]) => {
    const texts = found.filter((one) => one.kind === kind)
    const changed = texts.filter(({ state }) => state !== 'usual').length
    const mark = changed > 0 ? ` · ${m.admin_text_only_changed({ count: changed })}` : ''
    return texts.length === 0
      ? []
      : {
          title: `${name()} (${texts.length})${mark}`,
          texts: texts.map(({ event, state, now }) => ({
            ...{ event, name: messageName(event), state, text: now.app[currentLocale()] },
          })),
        }
  })
}
export type TextGroup = ReturnType<typeof groupTexts>[number]

/** Texts with their labels. */
function labelledTexts(texts: Texts) {
  const values = flat(texts)
  return Object.entries(textNames()).flatMap(([at, label]) =>
    at in values ? [{ at, label, text: String(values[at]) }] : [],
  )
}

function changedLines(was: Texts, is: Texts) {
  const before = flat(was)
  return labelledTexts(is)
    .filter(({ at, text }) => before[at] !== text)
    .map(({ at, label, text }) => ({ label, was: String(before[at] ?? ''), becomes: text }))
}

const eventParams = (event: string) => ({ params: { event: event as NotificationEvent } }) // validated by the API
const languages = ['en', 'hi'] as const
const registeredText = (isRegistered: boolean | undefined) =>
  isRegistered === undefined ? '' : isRegistered ? m.admin_set_registered() : m.admin_set_not_registered()

function smsOf({ sms }: OpenText) {
  return languages.flatMap((language) => {
    if (!sms) return []
    const name = language === 'hi' ? m.admin_set_in_hindi() : m.admin_set_in_english()
    const label = [name, registeredText(sms.registered?.[language])].filter(Boolean).join(', ')
    return [{ at: `sms.${language}`, label, text: sms[language] }]
  })
}

/** Templates of one event with their labels. */
export async function readEventTexts(context: Context, event: string) {
  const { data: one } = await readApi(context, oneMessageText, eventParams(event)).catch((error: unknown) => {
    throw isStatus(error, 400) ? data(null, { status: 404 }) : error
  })
  return {
    ...{ event: one.event, name: messageName(one.event), state: one.state, seen: JSON.stringify(one.now) },
    about: `${messageKindNames[one.kind]?.() ?? one.kind} · ${sidesIn(one.to)}`,
    sms: smsOf(one),
    fields: labelledTexts(one.now),
    placeholders: one.values.map(({ name, example, neededIn }) => ({
      ...{ name: `{${name}}`, example: example[currentLocale()] },
      needed: neededIn.map((channel) => (channel === 'app' ? m.admin_set_on_site() : m.contact_email())).join(', '),
    })),
    history: one.history.map(({ at, by, was, is }) => ({
      who: m.admin_rates_by({ name: by || m.admin_set_somebody(), at: fullTime(at) }),
      lines: changedLines(was, is),
    })),
  }
}
export type EventTexts = Awaited<ReturnType<typeof readEventTexts>>

/** A preview, or the errors of the form. */
export type TextResult = {
  problem: string | null
  fields: Record<string, string>
  values: Record<string, string>
  /** Changes another admin saved since this form was opened. */
  meanwhile: ReturnType<typeof changedLines>
  preview: { lines: ReturnType<typeof changedLines>; filled: ReturnType<typeof labelledTexts> } | null
}

function loadedTextsIn(form: FormData): Texts {
  try {
    return JSON.parse(textOf(form, 'seen')) // validated by the API
  } catch {
    refuseForm()
  }
}

/** Previews the texts in the form or the default texts, or saves the form. */
export async function runTextAction(context: Context, event: string, form: FormData): Promise<TextResult> {
  const intent = intentOf(form, 'preview', 'usual', 'save')
  const seen = loadedTextsIn(form)
  const { app, email } = previewMessageText.schema.body.shape
  const typed = { app: fromForm(app.unwrap(), form, 'app'), email: fromForm(email.unwrap(), form, 'email') }
  const body = { ...(intent === 'usual' ? { app: null, email: null } : typed), seen }
  const input = { ...eventParams(event), body }
  const result: TextResult = { problem: null, fields: {}, values: valuesOf(form), meanwhile: [], preview: null }
  if (intent === 'save') {
    const reply = await writeApi(context, changeMessageText, input)
    if (reply.ok) throw redirect(localHref(`/admin/settings/messages/${event}?done`))
    return { ...result, ...(await toErrorResult(context, event, seen, reply.error)) }
  }
  const reply = await writeApi(context, previewMessageText, input)
  if (!reply.ok) return { ...result, ...(await toErrorResult(context, event, seen, reply.error)) }
  const { texts, filled } = reply.data.data
  const lines = changedLines(seen, texts)
  if (lines.length === 0) return { ...result, problem: m.admin_set_same() }
  const values = Object.fromEntries(labelledTexts(texts).map(({ at, text }) => [at, text]))
  return { ...result, values, preview: { lines, filled: labelledTexts(filled) } }
}

type ApiError = { code: string; message: string; details?: Record<string, unknown> }
async function toErrorResult(context: Context, event: string, seen: Texts, { code, message, details }: ApiError) {
  const problems = (details?.fields ?? []) as Parameters<typeof problemLabel>[0][] // details of this code
  const fields = Object.fromEntries(problems.map((one) => [one.field, problemLabel(one)]))
  const problem = Object.keys(fields).some((at) => at in textNames()) ? null : message
  if (code !== 'setting-changed') return { fields, problem }
  const { data: one } = await readApi(context, oneMessageText, eventParams(event))
  return { problem, meanwhile: changedLines(seen, one.now) }
}
