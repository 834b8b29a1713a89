import * as contract from '#contract/chat/chat-actions.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { createLinks } from '#server/reference/media/media.ts'
import { partyOf, search, setBlocked } from './chat.ts'
import { isFileOf } from './message-rows.ts'
import { toConversation } from './queries.ts'
import { readForCase, reportConversation } from './reports.ts'

// One search may read 1,000 messages.
const searchesAMinute = 60
// Less than the five minutes a link is valid.
const cacheSeconds = 240

export const chatActionRoutes: Feature = (app, context) => {
  const { config, db, limits } = context
  const searches = limits('chat-search', { points: searchesAMinute, seconds: 60 })
  const links = createLinks(config.secretKeys, config.publicUrl)

  app.route({
    ...contract.chatSearch,
    handler: async (request) => {
      const viewer = requireViewer(request)
      if ((await searches.take(viewer.accountId)) > 0) throw new AppError('rate-limited')
      return { data: await search(db, partyOf(viewer), request.params.id, request.query.q) }
    },
  })
  app.route({
    ...contract.chatBlocked,
    handler: async (request) => {
      const me = partyOf(requireViewer(request))
      return { data: toConversation(await setBlocked(db, me, request.params.id, request.body.blocked)) }
    },
  })
  app.route({
    ...contract.chatReport,
    handler: async (request) => {
      const { number, answerBy } = await reportConversation(
        context,
        requireViewer(request),
        request.params.id,
        request.body,
      )
      return { data: { number, answerBy: answerBy.toISOString() } }
    },
  })
  app.route({
    ...contract.chatFile,
    handler: async (request, reply) => {
      const { id } = request.params
      if (!(await isFileOf(db, partyOf(requireViewer(request)), id))) throw new AppError('not-found')
      const { pathname, search } = new URL(links.write(id, 'chat-photo', requireViewer(request)).url)
      // Path only, so that it works on every host name of the site.
      return reply
        .headers({ 'cache-control': `private, max-age=${cacheSeconds}`, vary: 'cookie' })
        .redirect(pathname + search, 302)
    },
  })
  app.route({
    ...contract.caseChat,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { messages, ...about } = await readForCase(db, viewer, request.params.id)
      const linkTo = (file: { _id: string } | null) => file && links.write(file._id, 'chat-photo', viewer).url
      const withLinks = messages.map((one) => ({ ...one, fileUrl: linkTo(one.file) }))
      return { data: { ...about, messages: withLinks } }
    },
  })
}
