import { data } from 'react-router'
import { changeMessageText, type MessageText, oneMessageText } from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { m } from '#messages'
import { isStatus, type LoaderContext, readApi } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { messageName } from '../kit/message-names.server.ts'
import { flat } from '../kit/setting-values.server.ts'
import { messageKindNames, sidesIn, textErrors, textNames } from './message-labels.server.ts'

const searchText = ({ event, sms, now: { app, email } }: MessageText) =>
  [event, messageName(event), ...[sms, app, email?.en, email?.hi].flatMap((texts) => Object.values(texts ?? {}))]
    .join('\n')
    .toLowerCase()

/** The first line or sentence, which a notification shows as its title, and the rest. */
function titled(text: string) {
  const [title = '', ...rest] = text.split(/\n|(?<=[.?!।])\s/)
  return { title, rest: rest.join(' ') }
}

/** Rows of the templates that contain every word of `q`, of one topic or by topic. */
export function textRows(all: readonly MessageText[], q: string, kind: string) {
  const words = q.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean)
  const kinds = Object.keys(messageKindNames)
  return all
    .filter((one) => (kind === '' || one.kind === kind) && words.every((word) => searchText(one).includes(word)))
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
    .map(({ event, kind: of, to, state, now }) => ({
      _id: event,
      name: messageName(event),
      kind: messageKindNames[of]?.() ?? of,
      to: sidesIn(to),
      state,
      ...titled(now.app[currentLocale()]),
    }))
}

const registeredText = (isRegistered: boolean | undefined) =>
  isRegistered === undefined ? '' : isRegistered ? m.admin_set_registered() : m.admin_set_not_registered()

/** Templates of one event with their labels. */
export async function readEventTexts(context: LoaderContext, event: string) {
  const { data: one } = await readApi(context, oneMessageText, {
    params: { event: event as NotificationEvent }, // validated by the API
  }).catch((error: unknown) => {
    throw isStatus(error, 400) ? data(null, { status: 404 }) : error
  })
  const { sms, version, state } = one
  const texts = flat(one.now)
  return {
    event,
    version,
    state,
    name: messageName(event),
    about: [messageKindNames[one.kind]?.() ?? one.kind, sidesIn(one.to)].join(' · '),
    fields: Object.entries(textNames()).flatMap(([at, label]) =>
      at in texts ? [{ at, label, text: String(texts[at]) }] : [],
    ),
    placeholders: one.values.map(({ name, example, neededIn }) => {
      const where = neededIn
        .map((channel) => (channel === 'app' ? m.admin_set_on_site() : m.contact_email()))
        .join(', ')
      const needed = where && m.admin_text_needed({ where })
      return [`{${name}}`, [example[currentLocale()], needed].filter(Boolean).join(' · ')] as const
    }),
    sms: (['en', 'hi'] as const).flatMap((language) => {
      const name = language === 'hi' ? m.admin_set_in_hindi() : m.admin_set_in_english()
      const label = [name, registeredText(sms?.registered?.[language])].filter(Boolean).join(', ')
      return sms ? [[label, sms[language]] as const] : []
    }),
  }
}

/** Saves the texts of an event, or restores the default ones. */
export async function saveEventTexts(context: LoaderContext, event: string, form: FormData) {
  const isDefault = intentOf(form, 'save', 'default') === 'default'
  const body = isDefault ? { app: undefined, email: undefined } : {}
  return await answerForm(form, sendForm(context, changeMessageText, form, { params: { event }, body }), {
    done: m.admin_set_done_now(),
    bad: m.admin_text_letters(),
    conflict: 'setting-changed',
    beside: textErrors,
    async events() {
      const { fields } = await readEventTexts(context, event)
      const isTyped = ({ at, text }: (typeof fields)[number]) => textOf(form, at).replaceAll('\r\n', '\n') === text
      return fields.filter((one) => !isTyped(one)).map(({ label, text }) => ({ title: label, changes: [text] }))
    },
  })
}
