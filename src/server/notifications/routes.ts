import * as adminContract from '#contract/notifications/admin-messages.ts'
import * as contract from '#contract/notifications/in-app.ts'
import * as textContract from '#contract/notifications/message-texts.ts'
import * as offContract from '#contract/notifications/opt-out.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { languageOf } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { changeTexts } from './custom-template-changes.ts'
import { notificationsFor, openNotification, readAll } from './in-app.ts'
import { isOptedOut, openOptOut, optOut } from './opt-out.ts'
import { openText, textsOf } from './texts.ts'
import { retryMessage, undelivered, undeliveredAll } from './undelivered.ts'

export const notificationsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.ownNotifications,
    handler: async (request) =>
      notificationsFor(context, requireViewer(request), { ...request.query, language: languageOf(request) }),
  })

  app.route({
    ...contract.readNotification,
    handler: async (request) => ({
      data: await openNotification(db, requireViewer(request), request.params.id, languageOf(request)),
    }),
  })

  app.route({
    ...contract.readAllNotifications,
    handler: async (request) => ({ data: { unread: await readAll(db, requireViewer(request), request.body.newest) } }),
  })

  app.route({
    ...adminContract.adminMessages,
    handler: async (request) =>
      undelivered(context, request.query, { viewer: requireViewer(request), language: languageOf(request) }),
  })

  app.route({ ...textContract.messageTexts, handler: async () => ({ data: await textsOf(db, context.config) }) })

  app.route({
    ...textContract.oneMessageText,
    handler: async (request) => ({ data: await openText(db, context.config, request.params.event) }),
  })

  app.route({
    ...textContract.changeMessageText,
    handler: async (request) => {
      const asked = { event: request.params.event, input: request.body }
      return { data: await changeTexts(context, requireViewer(request), asked) }
    },
  })

  app.route({
    ...adminContract.adminMessagesFile,
    handler: async (request, reply) => {
      const { query } = request
      const viewer = requireViewer(request)
      await auditListFile(db, viewer, 'messages', query)
      const head = ['written', 'state', 'event', 'text', 'channel', 'to', 'language', 'tries', 'trouble', 'next try']
      return sendCsv(reply, 'messages', head, undeliveredAll(context, query, viewer), (one) => [
        ...[one.writtenAt, one.state, one.event, one.text, one.channel, one.to, one.language],
        ...[one.tries, one.trouble, one.dueAt],
      ])
    },
  })

  app.route({
    ...adminContract.retryMessage,
    handler: async (request) => ({
      data: await retryMessage(context, requireViewer(request), { ...request.params, language: languageOf(request) }),
    }),
  })

  app.route({
    ...offContract.mailPreference,
    handler: async (request) => {
      const off = openOptOut(cursors, request.params.token)
      return { data: { kind: off.kind, isOff: await isOptedOut(db, off) } }
    },
  })

  app.route({
    ...offContract.optOutOfMail,
    handler: async (request) => {
      const off = openOptOut(cursors, request.params.token)
      await optOut(db, off)
      return { data: { kind: off.kind, isOff: true } }
    },
  })
}
