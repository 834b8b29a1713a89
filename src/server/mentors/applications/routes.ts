import * as contract from '#contract/mentors/applications.ts'
import { updateMentor } from '#contract/mentors/mentors.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { callerKey } from '#server/platform/guards.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { changeMentor, saveSection, submitApplication } from './applications.ts'
import { readApplication } from './own-state.ts'

// Map images are billed per request; moving the pin often is fine, all day is not.
const pictures = {
  max: 60,
  timeWindow: '1 hour',
  keyGenerator: callerKey,
}

export const applicationsRoutes: Feature = (app, context) => {
  app.route({
    ...contract.ownApplication,
    handler: async (request) => ({
      data: await readApplication(context, requireViewer(request)),
      hasMap: context.maps !== null,
      eKyc: context.eKyc && {
        days: await readSetting(context.db, 'eKycDays'),
        isStandIn: context.eKyc.sample !== null,
      },
    }),
  })

  app.route({
    ...contract.saveSection,
    handler: async (request) => ({
      data: await saveSection(context, requireViewer(request), request.params.section, request.body),
    }),
  })

  app.route({
    ...contract.submitApplication,
    handler: async (request) => ({ data: await submitApplication(context, requireViewer(request), request.body) }),
  })

  app.route({
    ...updateMentor,
    handler: async (request) => {
      const { id } = request.params
      return { data: { _id: id, showOnWebsite: await changeMentor(context, requireViewer(request), id, request.body) } }
    },
  })

  app.route({
    ...contract.locationMap,
    config: { ...contract.locationMap.config, isCostlyRead: true, rateLimit: pictures },
    handler: async (request, reply) => {
      const picture = await context.maps?.picture(request.query).catch((error) => {
        request.log.warn({ err: error }, 'map image request failed')
      })
      if (!picture) throw new AppError('not-found')
      // The provider's terms forbid caching outside the browser.
      return reply.headers({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600' }).send(picture)
    },
  })
}
