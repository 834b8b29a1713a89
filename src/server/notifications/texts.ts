import { createHash } from 'node:crypto'
import type { CustomTemplates, MessageText, OpenText } from '#contract/notifications/message-texts.ts'
import { type NotificationEvent, notificationEvents } from '#contract/notifications/notification-events.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { readSettings, textSetting } from '#server/settings/settings/settings.ts'
import { placeholdersOf, requiredIn, usableTemplates, withCustom } from './custom-templates.ts'
import type { Side } from './event-texts.ts'
import { examplesIn } from './examples.ts'
import { events, kindOf } from './registry.ts'

function stateOf(event: NotificationEvent, custom: CustomTemplates): MessageText['state'] {
  if (Object.keys(custom).length === 0) return 'usual'
  return usableTemplates(event, custom) === custom ? 'changed' : 'outdated'
}

function textOf({ msg91Texts }: Config, event: NotificationEvent, custom: CustomTemplates): MessageText {
  const { to, sms } = events[event]
  const ids = msg91Texts?.templates[event]
  return {
    event,
    kind: kindOf[event],
    to: Object.keys(to) as Side[], // safe: the record's keys are sides
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

/** Changes with the texts in use. */
export const versionOf = (event: NotificationEvent, custom: CustomTemplates): string =>
  createHash('sha256')
    .update(JSON.stringify(withCustom(event, usableTemplates(event, custom))))
    .digest('base64url')

/** The texts of one event with its placeholders. */
export async function openText(db: Db, config: Config, event: NotificationEvent): Promise<OpenText> {
  const { callingNumber: phone, [textSetting(event)]: custom } = await readSettings(db, [
    'callingNumber',
    textSetting(event),
  ])
  const site = { publicUrl: config.publicUrl, phone }
  const en = examplesIn('en', site)
  const hi = examplesIn('hi', site)
  const channels = events[event].email ? (['app', 'email'] as const) : (['app'] as const)
  return {
    ...textOf(config, event, custom),
    values: placeholdersOf(event).map((name) => ({
      name,
      example: { en: en[name] ?? '', hi: hi[name] ?? '' },
      neededIn: channels.filter((channel) => requiredIn(event, channel).includes(name)),
    })),
    version: versionOf(event, custom),
  }
}
