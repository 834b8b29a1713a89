import * as adminContract from '#contract/notifications/admin-messages.ts'
import * as offContract from '#contract/notifications/message-off.ts'
import * as textContract from '#contract/notifications/message-texts.ts'
import * as contract from '#contract/notifications/news.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { languageOf } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { changeTexts, previewTexts } from './custom-template-changes.ts'
import { newsFor, openNews, readAll } from './news.ts'
import { isOff, readOff, turnOff } from './off.ts'
import { openText, textsOf } from './texts.ts'
import { tryAgain, undelivered, undeliveredAll } from './undelivered.ts'

export const notificationsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.ownNews,
    handler: async (request) =>
      newsFor(context, loggedIn(request), { ...request.query, language: languageOf(request) }),
  })

  app.route({
    ...contract.readOneNews,
    handler: async (request) => ({
      data: await openNews(db, loggedIn(request), request.params.id, languageOf(request)),
    }),
  })

  app.route({
    ...contract.readAllNews,
    handler: async (request) => ({ data: { unread: await readAll(db, loggedIn(request), request.body.newest) } }),
  })

  app.route({
    ...adminContract.adminMessages,
    handler: async (request) => undelivered(context, { ...request.query, language: languageOf(request) }),
  })

  app.route({ ...textContract.messageTexts, handler: async () => ({ data: await textsOf(db, context.config) }) })

  app.route({
    ...textContract.oneMessageText,
    handler: async (request) => {
      const mayChange = loggedIn(request).adminRole === 'owner'
      return { data: { ...(await openText(db, context.config, request.params.event)), mayChange } }
    },
  })

  app.route({
    ...textContract.previewMessageText,
    handler: async (request) => ({
      data: await previewTexts(context, { event: request.params.event, input: request.body }),
    }),
  })

  app.route({
    ...textContract.changeMessageText,
    handler: async (request) => {
      const asked = { event: request.params.event, input: request.body }
      return { data: { ...(await changeTexts(context, loggedIn(request), asked)), mayChange: true } }
    },
  })

  app.route({
    ...adminContract.adminMessagesFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, loggedIn(request), 'messages.file', { kind: 'list', id: 'messages', detail: { ...query } })
      const head = ['written', 'state', 'event', 'text', 'channel', 'to', 'language', 'tries', 'trouble', 'next try']
      return sendCsv(reply, 'messages', head, undeliveredAll(context, query), (one) => [
        ...[one.writtenAt, one.state, one.event, one.text, one.channel, one.to, one.language],
        ...[one.tries, one.trouble ?? '', one.dueAt ?? ''],
      ])
    },
  })

  app.route({
    ...adminContract.tryMessageAgain,
    handler: async (request) => ({
      data: await tryAgain(context, loggedIn(request), { ...request.params, language: languageOf(request) }),
    }),
  })

  app.route({
    ...offContract.mailWish,
    handler: async (request) => {
      const off = readOff(cursors, request.params.token)
      return { data: { kind: off.kind, isOff: await isOff(db, off) } }
    },
  })

  app.route({
    ...offContract.turnOffMail,
    handler: async (request) => {
      const off = readOff(cursors, request.params.token)
      await turnOff(db, off)
      return { data: { kind: off.kind, isOff: true } }
    },
  })
}
