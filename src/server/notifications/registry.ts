import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import { type MessageChannel, type MessageKind, messageChannels } from '#contract/notifications/notification-kinds.ts'
import type { EventText, Side } from './event-texts.ts'
import { bookings } from './texts-bookings.ts'
import { chats } from './texts-chats.ts'
import { classes } from './texts-classes.ts'
import { payments } from './texts-payments.ts'
import { profile } from './texts-profile.ts'
import { reviews } from './texts-reviews.ts'
import { safety } from './texts-safety.ts'
import { support } from './texts-support.ts'

/** `safety` cannot be turned off: it warns of account takeover or lost money. */
const byKind = { classes, chats, bookings, payments, reviews, support, profile, safety }
const registry = { ...classes, ...chats, ...bookings, ...payments, ...reviews, ...support, ...profile, ...safety }
type Registry = typeof registry

/** Every event with its texts by channel and language. */
export const events: Record<NotificationEvent, EventText> = registry

export const kindOf = Object.fromEntries(
  Object.entries(byKind).flatMap(([kind, texts]) => Object.keys(texts).map((event) => [event, kind])),
) as Record<NotificationEvent, MessageKind | 'safety'> // safe: `events` compiles, so each is in one of them

type StringsIn<T> = T extends string ? T : T extends object ? StringsIn<T[keyof T]> : never
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** Placeholders `notify` fills in itself. */
type Known = 'brand' | 'phone'

/** Placeholders in an event's texts across channels and languages; for several events, of all of them. */
export type ValueName<E extends NotificationEvent> = Exclude<NamesIn<StringsIn<Registry[E]>>, Known>

/** Roles an event notifies. */
export type SideOf<E extends NotificationEvent> = E extends E ? Extract<keyof Registry[E]['to'], Side> : never

/** Channels on which a kind can reach a role, which the role can choose from. */
export function channelsOf(side: Side, kind: MessageKind): MessageChannel[] {
  const texts = Object.values<EventText>(byKind[kind]).filter(({ to }) => to[side] !== undefined)
  return texts.length === 0 ? [] : messageChannels.filter((one) => one === 'app' || texts.some((text) => text[one]))
}
