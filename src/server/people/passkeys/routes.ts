import * as contract from '#contract/people/passkeys.ts'
import type { Feature } from '#server/context.ts'
import { browserMark, requireViewer } from '#server/platform/sessions.ts'
import { addPasskey, passkeyCreationOptions, passkeyLoginOptions, passkeysFor, removePasskey } from './passkeys.ts'

export const passkeysRoutes: Feature = (app, context) => {
  const { config } = context
  app.route({
    ...contract.passkeyLoginOptions,
    handler: async (request, reply) => ({
      data: await passkeyLoginOptions(context, browserMark(config, request, reply)),
    }),
  })

  app.route({
    ...contract.ownPasskeys,
    handler: async (request) => ({ data: await passkeysFor(context, requireViewer(request)) }),
  })

  app.route({
    ...contract.passkeyCreationOptions,
    handler: async (request, reply) => {
      const viewer = requireViewer(request)
      return { data: await passkeyCreationOptions(context, viewer, browserMark(config, request, reply)) }
    },
  })

  app.route({
    ...contract.addPasskey,
    handler: async (request, reply) => {
      const viewer = requireViewer(request)
      await addPasskey(context, viewer, browserMark(config, request, reply), request.body)
      return { data: await passkeysFor(context, viewer) }
    },
  })

  app.route({
    ...contract.removePasskey,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await removePasskey(context, viewer, request.params.id)
      return { data: await passkeysFor(context, viewer) }
    },
  })
}
