import type { Conversation } from '#contract/chat/chat.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { currentLocale } from '../locale.ts'
import { liveSocket } from '../realtime.ts'
import type { MessageStorePorts } from './message-store.ts'

const timeoutMs = 10_000

/** The session is over: nothing goes through until somebody logs in. */
export class LoggedOutError extends Error {
  override name = 'LoggedOut'
}

/** Asks the API from the browser. A refusal is a value, no answer an error. */
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
  if (reply.ok) return { ok: true, data: data as T, headers: reply.headers } // true: the endpoint's own reply
  const error = data as ErrorReply // true: the shape of every refusal
  if (error.code === 'login-required') throw new LoggedOutError()
  return { ok: false, error }
}

/** Asks over the socket; null when there is no connection. */
async function callSocket<T>(event: string, given: unknown): Promise<LiveReply<T> | null> {
  const socket = await liveSocket()
  if (!socket.connected) return null
  const reply: LiveReply<T> = await socket.timeout(timeoutMs).emitWithAck(event, given)
  if (!reply.ok && reply.error.code === 'login-required') throw new LoggedOutError()
  return reply
}

/** How the messages between two come and go: over the socket, and by HTTP where a network lets none through. */
export function createChatApi(me: string, other: string, ask = callSocket): Pick<MessageStorePorts, 'send' | 'read'> {
  return {
    async send({ clientId, message, replyTo, file }) {
      const given = {
        // Named, so that what one wrote never goes out as somebody who logged in meanwhile.
        ...{ sender: me, receiver: other, message, clientId },
        ...(replyTo !== null && { replyTo }),
        ...(file !== null && { file }),
      }
      const reply = await ask<ChatMessage>('send-message', given)
      if (reply) return reply
      const answer = await callApi<{ data: ChatMessage }>('POST', '/api/chat/messages', given)
      return answer.ok ? { ok: true, data: answer.data.data } : answer
    },
    async read(wanted) {
      const answer = await callApi<ChatMessage[]>('POST', '/api/chat/history', { user1: me, user2: other, ...wanted })
      if (!answer.ok) throw new Error(answer.error.code)
      return { page: answer.data, isFirst: !answer.headers.has('x-next-cursor') }
    },
  }
}

/** How a conversation stands. Null without a connection. */
export async function fetchConversation(conversation: string): Promise<Conversation | null> {
  const reply = await callSocket<{ conversation: Conversation | null }>('heads', { conversation })
  return reply?.ok ? reply.data.conversation : null
}

/** Says how far this side has read. Answers whether the server has it. */
export async function sendReadMark(conversation: string, upTo: number): Promise<boolean> {
  const reply = await callSocket('mark', { conversation, delivered: upTo, read: upTo })
  return reply?.ok ?? false
}

/** Says that somebody is typing; worth nothing when it does not arrive. */
export async function sendTyping(conversation: string): Promise<void> {
  const socket = await liveSocket()
  socket.volatile.emit('typing', { conversation })
}
