import type { MessageText } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { messageKindNames, sidesIn } from './message-labels.server.ts'

type Asked = { q: string; kind: string; state: string }

const searched = ({ event, sms, now: { app, email } }: MessageText) =>
  [event, sms?.en, sms?.hi, app.en, app.hi, email?.en.subject, email?.en.text, email?.hi.subject, email?.hi.text]
    .join('\n')
    .toLowerCase()

/** What the address asks for of the texts, by what they are about: a word of any text, a kind, or only what an owner changed. */
export function foundTexts(all: readonly MessageText[], { q, kind, state }: Asked) {
  const words = q.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean)
  const found = all.filter(
    (one) =>
      (kind === '' || one.kind === kind) &&
      (state === '' || one.state !== 'usual') &&
      words.every((word) => searched(one).includes(word)),
  )
  const kinds = [...new Set(found.map((one) => one.kind))].map((of) => ({
    ...{ kind: of, name: messageKindNames[of]?.() ?? of },
    texts: found.filter((one) => one.kind === of).map(shown),
  }))
  return { kinds, count: found.length, all: all.length, changed: all.filter((one) => one.state !== 'usual').length }
}

const shown = ({ event, to, sms, now, state }: MessageText) => ({
  ...{ event, state, text: now.app[currentLocale()] },
  about: [
    sidesIn(to),
    ...(sms ? [m.settings_sms()] : []),
    m.admin_set_on_site(),
    ...(now.email ? [m.contact_email()] : []),
  ].join(' · '),
})

export const kindOptions = () => Object.entries(messageKindNames).map(([value, name]) => ({ value, label: name() }))
