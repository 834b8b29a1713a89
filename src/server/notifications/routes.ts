import * as adminContract from '#contract/admin-messages.ts'
import * as offContract from '#contract/message-off.ts'
import * as textContract from '#contract/message-texts.ts'
import * as contract from '#contract/news.ts'
import type { Feature } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { languageOf } from '#server/platform/errors.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { newsFor, openNews, readAll } from './news.ts'
import { isOff, readOff, turnOff } from './off.ts'
import { changeTexts, previewTexts } from './own-text-changes.ts'
import { openText, textsOf } from './texts.ts'
import { tryAgain, undelivered, undeliveredAll } from './undelivered.ts'

export const notificationsRoutes: Feature = (app, parts) => {
  const { db, cursors } = parts
  app.route({
    ...contract.ownNews,
    handler: async (request) => newsFor(parts, loggedIn(request), { ...request.query, language: languageOf(request) }),
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
    handler: async (request) => undelivered(parts, { ...request.query, language: languageOf(request) }),
  })

  app.route({ ...textContract.messageTexts, handler: async () => ({ data: await textsOf(db, parts.config) }) })

  app.route({
    ...textContract.oneMessageText,
    handler: async (request) => {
      const mayChange = loggedIn(request).adminRole === 'owner'
      return { data: { ...(await openText(db, parts.config, request.params.event)), mayChange } }
    },
  })

  app.route({
    ...textContract.previewMessageText,
    handler: async (request) => ({
      data: await previewTexts(parts, { event: request.params.event, wish: request.body }),
    }),
  })

  app.route({
    ...textContract.changeMessageText,
    handler: async (request) => {
      const asked = { event: request.params.event, wish: request.body }
      return { data: { ...(await changeTexts(parts, loggedIn(request), asked)), mayChange: true } }
    },
  })

  app.route({
    ...adminContract.adminMessagesFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, loggedIn(request), 'messages.file', { kind: 'list', id: 'messages', detail: { ...query } })
      const head = ['written', 'state', 'event', 'text', 'channel', 'to', 'language', 'tries', 'trouble', 'next try']
      return sendCsv(reply, 'messages', head, undeliveredAll(parts, query), (one) => [
        ...[one.writtenAt, one.state, one.event, one.text, one.channel, one.to, one.language],
        ...[one.tries, one.trouble ?? '', one.dueAt ?? ''],
      ])
    },
  })

  app.route({
    ...adminContract.tryMessageAgain,
    handler: async (request) => ({
      data: await tryAgain(parts, loggedIn(request), { ...request.params, language: languageOf(request) }),
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
