import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { MessageKind } from '#contract/notifications/notification-kinds.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import type { Side } from './event-texts.ts'
import { fill } from './fill.ts'
import { sealOptOut } from './opt-out.ts'
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

/** Where an event is dealt with, for this side; an address of this site without its language. */
export const hrefOf = (event: NotificationEvent, side: Side, values: Record<string, string>): string =>
  fill(events[event].to[side] ?? '/', values)

/** What stands under every letter of an event, its addresses left open. */
export function footerExample(event: NotificationEvent, language: Language): string {
  const lines = [footerTexts[language].see, ...(kindOf[event] === 'safety' ? [] : [footerTexts[language].off])]
  return lines.map((line) => fill(line, { link: '…' })).join('\n\n')
}

/** A letter's text with what stands under every letter to somebody with an account, and the address that turns its kind off. */
export function footerOf({ config, cursors }: Pick<Context, 'config' | 'cursors'>, message: Message) {
  const { text, template, language, data, accountId, side } = message
  if (!accountId || !side) return { text }
  const event = template as NotificationEvent // true: only events are told to accounts
  const home = `${config.publicUrl}${language === 'hi' ? '/hi' : ''}`
  const lines = [text, fill(footerTexts[language].see, { link: home + hrefOf(event, side, data) })]
  const kind = kindOf[event]
  if (kind === 'safety') return { text: lines.join('\n\n') }
  const offLink = `${home}/message-off/${sealOptOut(cursors, { accountId, kind: kind satisfies MessageKind })}`
  return { text: [...lines, fill(footerTexts[language].off, { link: offLink })].join('\n\n'), offLink }
}
