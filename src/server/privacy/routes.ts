import * as consents from '#contract/people/consents.ts'
import * as contract from '#contract/privacy/privacy.ts'
import type { Feature } from '#server/context.ts'
import { consentsOf } from '#server/people/consents/consents.ts'
import { oneAtATime } from '#server/platform/concurrency.ts'
import { callerKey } from '#server/platform/guards.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { askCopy, copyFor } from './copies.ts'
import { giveOwnConsent, withdrawOwnConsent } from './own-consents.ts'
import { askErasure, cancelErasure, downloadFor, privacyFor, setNominee } from './privacy.ts'

/** Reads whole tables of an account. */
const downloadLimit = { isCostlyRead: true, rateLimit: { max: 10, timeWindow: '1 hour', keyGenerator: callerKey } }

export const privacyRoutes: Feature = (app, context) => {
  const { db } = context
  app.route({
    ...contract.ownPrivacy,
    handler: async (request) => ({ data: await privacyFor(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.downloadOwnData,
    config: { ...contract.downloadOwnData.config, ...downloadLimit },
    handler: async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"').header('cache-control', 'no-store')
      const viewer = requireViewer(request)
      return await oneAtATime(`download ${viewer.accountId}`, () => downloadFor(db, viewer))
    },
  })

  app.route({
    ...contract.askErasure,
    handler: async (request) => ({ data: await askErasure(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.cancelErasure,
    handler: async (request) => ({ data: await cancelErasure(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.askCopy,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await askCopy(context, viewer, request.body.language)
      return { data: await privacyFor(db, viewer) }
    },
  })

  app.route({
    ...contract.copyFile,
    handler: async (request, reply) =>
      sendFile(
        reply.header('cache-control', 'no-store'),
        'my-data.pdf',
        await copyFor(db, requireViewer(request), request.params.id),
      ),
  })

  app.route({
    ...contract.setNominee,
    handler: async (request) => ({ data: await setNominee(db, requireViewer(request), request.body) }),
  })

  app.route({
    ...contract.removeNominee,
    handler: async (request) => ({ data: await setNominee(db, requireViewer(request), null) }),
  })

  app.route({
    ...consents.ownConsents,
    handler: async (request) => ({ data: await consentsOf(db, requireViewer(request).accountId) }),
  })

  app.route({
    ...consents.giveConsent,
    handler: async (request) => ({ data: await giveOwnConsent(db, requireViewer(request), request.body) }),
  })

  app.route({
    ...consents.withdrawConsent,
    handler: async (request) => ({
      data: await withdrawOwnConsent(context, requireViewer(request), request.params.kind),
    }),
  })
}
