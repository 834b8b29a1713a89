import type { z } from 'zod'
import * as contract from '#contract/chat/chat.ts'
import { messagesInTenSeconds } from '#contract/chat/chat-limits.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { arrived, bothRooms, conversationFor, mark, partyOf, registeredRoom, send } from './chat.ts'
import { conversationWire, otherSide, unreadCount } from './queries.ts'

type SendInput = z.output<typeof contract.sendMessage>
type Given = Pick<Context, 'db' | 'realtime' | 'limits'>

/** Sends messages no faster than people write, by socket and by HTTP together. */
export function pacedSend(given: Given): (viewer: Viewer, input: SendInput) => Promise<ChatMessage> {
  const pace = given.limits('message', { points: messagesInTenSeconds, seconds: 10 })
  return async (viewer, input) => {
    const retryMs = await pace.take(viewer.accountId)
    if (retryMs > 0) throw new AppError('message-too-fast', { retryMs: String(retryMs) })
    return await send(given, viewer, input)
  }
}

/** What open windows send (spec §7), each event answered to whoever asked. */
export function chatEvents(context: Given, sendPaced: ReturnType<typeof pacedSend>): void {
  const { db, realtime } = context

  // The spec's client names itself here; who it is, its session has said already.
  realtime.on('register', {
    schema: contract.registerParty,
    async answer(viewer, name, { join }) {
      const me = partyOf(viewer)
      if (name != null && name !== me.id && name !== viewer.phone) throw new AppError('not-allowed')
      if (name != null) await join(registeredRoom(me))
      return { _id: me.id, side: me.side }
    },
  })
  realtime.on('send-message', { schema: contract.sendMessage, answer: sendPaced })
  realtime.on('mark', { schema: contract.markRead, answer: (viewer, input) => mark(context, viewer, input) })
  realtime.on('typing', {
    schema: contract.typingIn,
    async answer(viewer, { conversation }) {
      const me = partyOf(viewer)
      const { familyId, mentorId, isEnded } = await conversationFor(db, me, conversation)
      const rooms = bothRooms({ familyId, mentorId }).filter((room) => room.startsWith(otherSide(me.side)))
      if (!isEnded) realtime.emit(rooms, 'typing', { conversation, side: me.side })
    },
  })
  realtime.on('heads', {
    schema: contract.askHeads,
    async answer(viewer, { conversation }) {
      const me = partyOf(viewer)
      await arrived(context, me)
      const [unread, head] = await Promise.all([
        unreadCount(db, me),
        conversation ? conversationFor(db, me, conversation) : null,
      ])
      return {
        unread,
        conversation: head && contract.conversation.parse(conversationWire(head)),
      }
    },
  })
}
