import type { CustomTemplates, MessageText, OpenText, Texts } from '#contract/notifications/message-texts.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { readSetting, readSettings, textSetting } from '#server/settings/settings/settings.ts'
import { letterOf } from './channels.ts'
import { defaultTexts, placeholdersOf, requiredIn, usableTemplates, withCustom } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { examplesIn } from './examples.ts'
import { footerExample } from './footer.ts'
import { notificationText } from './in-app.ts'
import { events, kindOf } from './registry.ts'

/** Changes shown with an event. */
const historyLength = 20

function stateOf(event: NotificationEvent, custom: CustomTemplates): MessageText['state'] {
  if (Object.keys(custom).length === 0) return 'usual'
  return usableTemplates(event, custom) === custom ? 'changed' : 'outdated'
}

function textOf({ msg91Texts }: Config, event: NotificationEvent, custom: CustomTemplates): MessageText {
  const { to, sms } = events[event]
  const ids = msg91Texts?.templates[event]
  return {
    ...{ event, kind: kindOf[event], to: Object.keys(to) as Side[] }, // safe: the record's keys are sides
    sms: sms ? { ...sms, registered: ids ? { en: ids.en !== null, hi: ids.hi !== null } : null } : null,
    now: withCustom(event, usableTemplates(event, custom)),
    state: stateOf(event, custom),
  }
}

/** The texts of every event. */
export async function textsOf(db: Db, config: Config): Promise<MessageText[]> {
  const settings = await readSettings(db, notificationEvents.map(textSetting))
  return notificationEvents.map((event) => textOf(config, event, settings[textSetting(event)]))
}

/** The texts of one event with its placeholders and history. */
export async function openText(db: Db, config: Config, event: NotificationEvent): Promise<OpenText> {
  const { callingNumber: phone, [textSetting(event)]: custom } = await readSettings(db, [
    'callingNumber',
    textSetting(event),
  ])
  const site = { publicUrl: config.publicUrl, phone }
  const [en, hi] = [examplesIn('en', site), examplesIn('hi', site)]
  const usual = defaultTexts(event)
  const channels = usual.email ? (['app', 'email'] as const) : (['app'] as const)
  return {
    ...textOf(config, event, custom),
    usual,
    values: placeholdersOf(event).map((name) => ({
      ...{ name, example: { en: en[name] ?? '', hi: hi[name] ?? '' } },
      neededIn: channels.filter((channel) => requiredIn(event, channel).includes(name)),
    })),
    history: await historyOf(db, event),
  }
}

async function historyOf(db: Db, event: NotificationEvent): Promise<OpenText['history']> {
  const rows = await db
    .selectFrom('audit as a')
    .leftJoin('admin_user as u', 'u.account_id', 'a.account_id')
    .select(['a.at', 'a.detail', 'u.name'])
    .where('a.subject_kind', '=', 'message-text')
    .where('a.subject_id', '=', event)
    .orderBy('a.at', 'desc')
    .limit(historyLength)
    .execute()
  return rows.map(({ at, detail, name }) => {
    const { was, is } = detail as { was: Texts; is: Texts } // safe: written by changeTexts
    return { at: at.toISOString(), by: name ?? '', was, is }
  })
}

/** The texts of an event filled with example values. */
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
  const filledEmail = (words: { subject: string; text: string }, language: Language) => {
    const { text, data } = letterOf(words, language, values(language))
    return { subject: data.subject, text: `${text}\n\n${footerExample(event, language)}` }
  }
  return {
    app: { en: site('en'), hi: site('hi') },
    email: email && { en: filledEmail(email.en, 'en'), hi: filledEmail(email.hi, 'hi') },
  }
}
