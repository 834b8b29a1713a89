import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { MessageKind } from '#contract/notifications/notification-kinds.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import type { Side } from './event-texts.ts'
import { fill } from './fill.ts'
import { sealOptOut } from './opt-out.ts'
import { siteIn } from './registered.ts'
import { events, kindOf } from './registry.ts'

type Message = {
  text: string
  template: string
  language: Language
  data: Record<string, string>
  accountId: string | null
  side: Side | null
}

const footerTexts: Record<Language, { see: string; off: string }> = {
  en: { see: 'See it here: {link}', off: 'Stop these emails: {link}' },
  hi: { see: 'यहाँ देखें: {link}', off: 'इस तरह के ई-मेल बंद करें: {link}' },
}

/** Path of the page for an event and role, without language prefix. */
export const hrefOf = (event: NotificationEvent, side: Side, values: Record<string, string>): string =>
  fill(events[event].to[side] ?? '/', values)

/** Adds the footer for account holders, with the link that unsubscribes from this kind. */
export function footerOf({ config, cursors }: Pick<Context, 'config' | 'cursors'>, message: Message) {
  const { text, template, language, data, accountId, side } = message
  if (!accountId || !side) return { text }
  const event = template as NotificationEvent // safe: only events are sent to accounts
  const home = siteIn(config.publicUrl, language)
  const lines = [text, fill(footerTexts[language].see, { link: home + hrefOf(event, side, data) })]
  const kind = kindOf[event]
  if (kind === 'safety') return { text: lines.join('\n\n') }
  const offLink = `${home}/message-off/${sealOptOut(cursors, { accountId, kind: kind satisfies MessageKind })}`
  return { text: [...lines, fill(footerTexts[language].off, { link: offLink })].join('\n\n'), offLink }
}
