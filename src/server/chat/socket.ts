import type { z } from 'zod'
import * as contract from '#contract/chat/chat.ts'
import { maxMessagesPerTenSeconds } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { bothRooms, conversationFor, markAllDelivered, partyOf, registeredRoom, send, updateMarks } from './chat.ts'
import { otherSide, toConversation, unreadCount } from './queries.ts'

type SendInput = z.output<typeof contract.sendMessage>
type SocketContext = Pick<Context, 'db' | 'realtime' | 'limits'>

/** Sends messages with a rate limit shared by socket and HTTP. */
export function createPacedSend(given: SocketContext): (viewer: Viewer, input: SendInput) => Promise<ChatMessage> {
  const pace = given.limits('message', { points: maxMessagesPerTenSeconds, seconds: 10 })
  return async (viewer, input) => {
    const retryMs = await pace.take(viewer.accountId)
    if (retryMs > 0) throw new AppError('message-too-fast', { retryMs: String(retryMs) })
    return await send(given, viewer, input)
  }
}

/** Socket events from windows (spec §7); each is acknowledged to its sender. */
export function registerChatEvents(context: SocketContext, sendPaced: ReturnType<typeof createPacedSend>): void {
  const { db, realtime } = context

  // The specification's client names itself here; the session decides who it is.
  realtime.on('register', {
    schema: contract.registerInput,
    async answer(viewer, name, { join }) {
      const me = partyOf(viewer)
      if (name != null && name !== me.id && name !== viewer.phone) throw new AppError('not-allowed')
      if (name != null) await join(registeredRoom(me))
      return { _id: me.id, side: me.side }
    },
  })
  realtime.on('send-message', { schema: contract.sendMessage, answer: sendPaced })
  realtime.on('mark', { schema: contract.markInput, answer: (viewer, input) => updateMarks(context, viewer, input) })
  realtime.on('typing', {
    schema: contract.typingInput,
    async answer(viewer, { conversation }) {
      const me = partyOf(viewer)
      const { familyId, mentorId, isEnded } = await conversationFor(db, me, conversation)
      const rooms = bothRooms({ familyId, mentorId }).filter((room) => room.startsWith(otherSide(me.side)))
      if (!isEnded) realtime.emit(rooms, 'typing', { conversation, side: me.side })
    },
  })
  realtime.on('heads', {
    schema: contract.headsInput,
    async answer(viewer, { conversation }) {
      const me = partyOf(viewer)
      await markAllDelivered(context, me)
      const [unread, head] = await Promise.all([
        unreadCount(db, me),
        conversation ? conversationFor(db, me, conversation) : null,
      ])
      return {
        unread,
        conversation: head && contract.conversation.parse(toConversation(head)),
      }
    },
  })
}
