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

/** Of `safety` everybody is told: somebody else may be at the account, or silence costs money. */
const byKind = { classes, chats, bookings, payments, reviews, support, profile, safety }
const registry = { ...classes, ...chats, ...bookings, ...payments, ...reviews, ...support, ...profile, ...safety }
type Registry = typeof registry

/** Every event with its channels, each with a text in both languages. */
export const events: Record<NotificationEvent, EventText> = registry

export const kindOf = Object.fromEntries(
  Object.entries(byKind).flatMap(([kind, texts]) => Object.keys(texts).map((event) => [event, kind])),
) as Record<NotificationEvent, MessageKind | 'safety'> // true: `events` compiles, so each is in one of them

type StringsIn<T> = T extends string ? T : T extends object ? StringsIn<T[keyof T]> : never
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** What `notify` fills in itself. */
type Known = 'brand' | 'phone'

/** Names of the values in an event's texts, whatever the channel and language; of several events, of all of them. */
export type ValueName<E extends NotificationEvent> = Exclude<NamesIn<StringsIn<Registry[E]>>, Known>

/** As whom people are told of an event. */
export type SideOf<E extends NotificationEvent> = E extends E ? Extract<keyof Registry[E]['to'], Side> : never

/** How a side is ever told of a kind, and so what it can choose. */
export function channelsOf(side: Side, kind: MessageKind): MessageChannel[] {
  const told = Object.values<EventText>(byKind[kind]).filter(({ to }) => to[side] !== undefined)
  return told.length === 0 ? [] : messageChannels.filter((one) => one === 'app' || told.some((text) => text[one]))
}
