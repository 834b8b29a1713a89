import type { Conversation } from '#contract/chat/chat.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { currentLocale } from '../locale.ts'
import { liveSocket } from '../realtime.ts'
import type { MessageStorePorts } from './message-store.ts'

const timeoutMs = 10_000

/** The session has ended; nothing can be sent until the next login. */
export class LoggedOutError extends Error {
  override name = 'LoggedOut'
}

/** Calls the API from the browser. Refusals are values; a missing reply throws. */
export async function callApi<T>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ ok: true; data: T; headers: Headers } | { ok: false; error: ErrorReply }> {
  const reply = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': currentLocale(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const data: unknown = await reply.json()
  if (reply.ok) return { ok: true, data: data as T, headers: reply.headers } // safe: the endpoint's own reply
  const error = data as ErrorReply // safe: every refusal has this shape
  if (error.code === 'login-required') throw new LoggedOutError()
  return { ok: false, error }
}

/** Emits an event and waits for its acknowledgement; null without a connection. */
async function callSocket<T>(event: string, payload: unknown): Promise<LiveReply<T> | null> {
  const socket = await liveSocket()
  if (!socket.connected) return null
  const reply: LiveReply<T> = await socket.timeout(timeoutMs).emitWithAck(event, payload)
  if (!reply.ok && reply.error.code === 'login-required') throw new LoggedOutError()
  return reply
}

/** Sends and reads messages of a pair over the socket, with HTTP as the fallback. */
export function createChatApi(me: string, other: string, emit = callSocket): Pick<MessageStorePorts, 'send' | 'read'> {
  return {
    async send({ clientId, message, replyTo, file }) {
      const payload = {
        // Names the sender, so that a message never goes out under an account that logged in meanwhile.
        sender: me,
        receiver: other,
        message,
        clientId,
        ...(replyTo !== null && { replyTo }),
        ...(file !== null && { file }),
      }
      const reply = await emit<ChatMessage>('send-message', payload)
      if (reply) return reply
      const answer = await callApi<{ data: ChatMessage }>('POST', '/api/chat/messages', payload)
      return answer.ok ? { ok: true, data: answer.data.data } : answer
    },
    async read(wanted) {
      const answer = await callApi<ChatMessage[]>('POST', '/api/chat/history', { user1: me, user2: other, ...wanted })
      if (!answer.ok) throw new Error(answer.error.code)
      return { page: answer.data, isFirst: !answer.headers.has('x-next-cursor') }
    },
  }
}

/** Current state of a conversation; null without a connection. */
export async function fetchConversation(conversation: string): Promise<Conversation | null> {
  const reply = await callSocket<{ conversation: Conversation | null }>('heads', { conversation })
  return reply?.ok ? reply.data.conversation : null
}

/** @returns whether the server stored the mark */
export async function sendReadMark(conversation: string, upTo: number): Promise<boolean> {
  const reply = await callSocket('mark', { conversation, delivered: upTo, read: upTo })
  return reply?.ok ?? false
}

/** Volatile: dropped without a connection. */
export async function sendTyping(conversation: string): Promise<void> {
  const socket = await liveSocket()
  socket.volatile.emit('typing', { conversation })
}
