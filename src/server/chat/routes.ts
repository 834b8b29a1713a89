import * as contract from '#contract/chat/chat.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { hasBooked } from '#server/support/cases/cases.ts'
import { chatActionRoutes } from './action-routes.ts'
import { history, pairFor, partyOf } from './chat.ts'
import { toReadable } from './masked-messages.ts'
import { lastMessages } from './message-rows.ts'
import { trackPresence } from './presence.ts'
import * as rows from './queries.ts'
import { createPacedSend, registerChatEvents } from './socket.ts'

/** Name of the other party. Throws `not-found` unless the caller is one of the two. */
function otherPartyName(viewer: Viewer, me: rows.Party, names: [string, string]): string {
  const isMe = (name: string) => name === me.id || name === viewer.phone
  const [first, second] = names
  if (isMe(first)) return second
  if (isMe(second)) return first
  throw new AppError('not-found')
}

export const chatRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  const sendPaced = createPacedSend(context)
  registerChatEvents(context, sendPaced)
  chatActionRoutes(app, context)
  trackPresence(app, { ...context, log: app.log })

  app.route({
    ...contract.inbox,
    handler: async (request) => {
      const me = partyOf(requireViewer(request))
      const { cursor, limit } = request.query
      const list = `chats ${me.id}`
      const after = cursor ? cursors.read<rows.InboxCursor>(list, cursor) : null
      const { rows: found, total } = await rows.inboxRows(db, me, limit + 1, after)
      const page = found.slice(0, limit)
      const ids = page.map(({ _id }) => _id)
      const masked = new Set(page.filter(({ isMasked }) => isMasked).map(({ _id }) => _id))
      const last = await toReadable(db, await lastMessages(db, ids), ({ conversation }) => masked.has(conversation))
      const data = page.map((row) => ({
        ...rows.toConversation(row),
        last: last.find(({ conversation }) => conversation === row._id) ?? null,
      }))
      const end = page.at(-1)
      const nextCursor = found.length > limit && end ? cursors.write(list, { lastAt: end.sortKey, id: end._id }) : null
      return { data, nextCursor, total }
    },
  })
  app.route({
    ...contract.chatUnread,
    handler: async (request) => ({ data: { unread: await rows.unreadCount(db, partyOf(requireViewer(request))) } }),
  })
  app.route({
    ...contract.chatWith,
    handler: async (request) => {
      const me = partyOf(requireViewer(request))
      const pair = await pairFor(db, me, request.params.party)
      const found = pair.conversationId ? await rows.conversationOf(db, me, pair.conversationId) : null
      const other = found?.other ?? (await rows.otherOfPair(db, me.side, pair))
      const isBooked = await hasBooked(db, pair.familyId, pair.mentorId)
      return { data: { other, conversation: found && rows.toConversation(found), isBooked } }
    },
  })
  app.route({
    ...contract.chatSend,
    handler: async (request) => ({ data: await sendPaced(requireViewer(request), request.body) }),
  })
  app.route({
    ...contract.chatHistory,
    handler: async (request, reply) => {
      const viewer = requireViewer(request)
      const me = partyOf(viewer)
      const { user1, user2, ...wanted } = request.body
      const { conversationId } = await pairFor(db, me, otherPartyName(viewer, me, [user1, user2]))
      if (!conversationId) return []
      const { page, next } = await history(db, me, conversationId, wanted)
      if (next !== null) reply.header('x-next-cursor', String(next))
      return page
    },
  })
}
