import type { ErrorReply } from './errors.ts'

/** What the server tells open windows, by event. Free of zod: the browser may import it. A hint only: whoever was away catches up by reading. */
export type LiveEvents = {
  /** A message of a conversation of mine, mine from another window too. */
  'message-added': ChatMessage
  /** The same as the specification has it: for the receiver's windows that named themselves by `register`. */
  'receive-message': Pick<ChatMessage, 'sender' | 'message'>
  /** A message looks different now: a part of a number, hidden since the rest of it came. */
  'message-changed': ChatMessage
  /** How far a side of a conversation has got. */
  'message-state': { conversation: string; side: Side; delivered: number; read: number }
  typing: { conversation: string; side: Side }
  /** One side came or went, blocked or unblocked: worth reading the conversation's head again. */
  'chat-changed': { conversation: string }
  /** Something new for the bell. */
  'news-changed': Record<string, never>
  /** A call request was made or changed (admins). */
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

/** One message as its reader may see it. */
export type ChatMessage = {
  _id: string
  conversation: string
  seq: number
  /** Public id of the family or mentor who wrote it. */
  sender: string
  side: Side
  message: string
  /** Whether something in it is hidden until the first paid booking. */
  isMasked: boolean
  clientId: string
  /** `seq` of the message it answers. */
  replyTo: number | null
  file: ChatFile | null
  sentAt: string
}

/** What an acknowledged event answers. */
export type LiveReply<T> = { ok: true; data: T } | { ok: false; error: ErrorReply }

/** Receivers: all windows of one family, mentor, account or session, of all admins, or those of a family or mentor that registered. */
export type Room =
  | `registered:${string}`
  | `family:${string}`
  | `mentor:${string}`
  | `account:${string}`
  | `session:${string}`
  | 'admins'
