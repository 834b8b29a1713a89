import type { ErrorReply } from './errors.ts'

/**
 * Events the server sends to open windows. They are hints: a client that missed some catches up by reading. Free of zod: the
 * browser may import them.
 */
export type LiveEvents = {
  /** A message in one of the viewer's conversations, also one sent from another window. */
  'message-added': ChatMessage
  /** The specification's event, sent to the receiver's windows that called `register`. */
  'receive-message': Pick<ChatMessage, 'sender' | 'message'>
  /** A message was masked further because a later part completed a phone number. */
  'message-changed': ChatMessage
  /** Delivery and read position of one side. */
  'message-state': { conversation: string; side: Side; delivered: number; read: number }
  typing: { conversation: string; side: Side }
  /** A side came online, went offline, blocked or unblocked; reload the conversation's header. */
  'chat-changed': { conversation: string }
  /** The in-app notifications changed. */
  'news-changed': Record<string, never>
  /** A call request was created or changed (admins only). */
  'calls-changed': Record<string, never>
  /** A message sent without acknowledgement was refused. */
  refused: { event: string; error: ErrorReply }
}
export type LiveEvent = keyof LiveEvents

export type Side = 'family' | 'mentor'

export type ChatFile = {
  _id: string
  kind: 'image' | 'pdf'
  name: string
  bytes: number
  width: number | null
  height: number | null
}

/** A message as its reader may see it. */
export type ChatMessage = {
  _id: string
  conversation: string
  seq: number
  /** Public id of the sending family or mentor. */
  sender: string
  side: Side
  message: string
  /** Whether contact details are hidden until the first paid booking. */
  isMasked: boolean
  clientId: string
  /** `seq` of the quoted message. */
  replyTo: number | null
  file: ChatFile | null
  sentAt: string
}

/** Reply to an acknowledged event. */
export type LiveReply<T> = { ok: true; data: T } | { ok: false; error: ErrorReply }

/** A group of receiving windows: of a family, mentor, account or session, of all admins, or those that called `register`. */
export type Room =
  | `registered:${string}`
  | `family:${string}`
  | `mentor:${string}`
  | `account:${string}`
  | `session:${string}`
  | 'admins'
