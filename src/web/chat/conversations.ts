import type { Conversation } from '#contract/chat/chat.ts'
import type { ChatMessage, Side } from '#contract/wire/live.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatDate, formatDay } from '../ui/dates.tsx'

/** The viewer's party. */
export type Me = { id: string; side: Side }
export type Other = Conversation['other']
export type InboxRow = Conversation & { last: ChatMessage | null }

/** URL of a conversation. Mentors by slug, so that no phone number appears in a URL. */
export const chatPath = ({ _id, other }: Pick<Conversation, '_id' | 'other'>): string =>
  `/chat/${encodeURIComponent(other.slug ?? _id)}`

/** Families may have no name. */
export const nameOf = ({ name }: Other): string => name ?? m.chat_a_family()

const dayOf = (at: string | number) => dateInIndia(new Date(at))

/** "Today", "Yesterday" or "Mon 23 Nov", with the year if it differs. */
export function dayLabel(at: string, now: number): string {
  const day = dayOf(at)
  if (day === dayOf(now)) return m.dash_today()
  if (day === dayOf(now - 86_400_000)) return m.chat_yesterday()
  return day.slice(0, 4) === dayOf(now).slice(0, 4) ? formatDate(at) : formatDay(at, { year: true })
}

export const isSameDay = (one: string, two: string): boolean => dayOf(one) === dayOf(two)

/** One-line preview of a message: its text, or the type of its file. */
export function previewOf({ message, file }: Pick<ChatMessage, 'message' | 'file'>): string {
  if (message !== '') return message
  if (file === null) return ''
  return file.kind === 'image' ? m.chat_photo() : m.chat_pdf()
}
