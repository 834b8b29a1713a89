import type { MessageText, OpenText, OwnTexts, Texts } from '#contract/notifications/message-texts.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { readSetting, readSettings, textSetting } from '#server/settings/settings/settings.ts'
import { letterOf } from './channels.ts'
import type { Side } from './event-texts.ts'
import { examplesIn } from './examples.ts'
import { footerExample } from './footer.ts'
import { notificationText } from './in-app.ts'
import { textChanges } from './own-text-rows.ts'
import { fitting, neededIn, usualTexts, valuesOf, withOwn } from './own-texts.ts'
import { events, kindOf } from './registry.ts'

function stateOf(event: NotificationEvent, changed: OwnTexts): MessageText['state'] {
  if (Object.keys(changed).length === 0) return 'usual'
  return fitting(event, changed) === changed ? 'changed' : 'outdated'
}

/** Texts of an event in effect, and whether the operator can send its SMS. */
function textOf({ msg91Texts }: Config, event: NotificationEvent, changed: OwnTexts): MessageText {
  const { to, sms } = events[event]
  const ids = msg91Texts?.templates[event]
  return {
    ...{ event, kind: kindOf[event], to: Object.keys(to) as Side[] }, // true: the record's keys are sides
    sms: sms ? { ...sms, registered: ids ? { en: ids.en !== null, hi: ids.hi !== null } : null } : null,
    now: withOwn(event, fitting(event, changed)),
    state: stateOf(event, changed),
  }
}

export async function textsOf(db: Db, config: Config): Promise<MessageText[]> {
  const changed = await readSettings(db, notificationEvents.map(textSetting))
  return notificationEvents.map((event) => textOf(config, event, changed[textSetting(event)]))
}

/** Texts of one event with everything its editor needs. */
export async function openText(db: Db, config: Config, event: NotificationEvent): Promise<OpenText> {
  const { callingNumber: phone, [textSetting(event)]: changed } = await readSettings(db, [
    'callingNumber',
    textSetting(event),
  ])
  const here = { publicUrl: config.publicUrl, phone }
  const [en, hi] = [examplesIn('en', here), examplesIn('hi', here)]
  const usual = usualTexts(event)
  const channels = usual.email ? (['app', 'email'] as const) : (['app'] as const)
  return {
    ...textOf(config, event, changed),
    usual,
    values: valuesOf(event).map((name) => ({
      ...{ name, example: { en: en[name] ?? '', hi: hi[name] ?? '' } },
      neededIn: channels.filter((channel) => neededIn(event, channel).includes(name)),
    })),
    history: (await textChanges(db, event)).map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

/** Texts of an event filled with example values. */
export async function filledTexts(
  db: Db,
  { publicUrl }: Config,
  event: NotificationEvent,
  texts: Texts,
): Promise<Texts> {
  const phone = await readSetting(db, 'callingNumber')
  const values = (language: Language) => examplesIn(language, { publicUrl, phone })
  const site = (language: Language) => notificationText(event, language, { values: values(language), words: texts.app })
  const { email } = texts
  const letter = (words: { subject: string; text: string }, language: Language) => {
    const { text, data } = letterOf(words, language, values(language))
    return { subject: data.subject, text: `${text}\n\n${footerExample(event, language)}` }
  }
  return {
    app: { en: site('en'), hi: site('hi') },
    email: email && { en: letter(email.en, 'en'), hi: letter(email.hi, 'hi') },
  }
}
