import * as learners from '#contract/people/learners.ts'
import * as contract from '#contract/people/profiles.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { addLearner, archiveLearner, changeLearner, learnersFor } from './learners.ts'
import { changeFamily, changePreferences, devicesFor, endDevice, endOtherDevices, profileFor } from './profiles.ts'
import * as rows from './queries.ts'

export const profilesRoutes: Feature = (app, { db }) => {
  app.route({
    ...contract.ownProfile,
    handler: async (request) => ({ data: await profileFor(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.changeFamily,
    handler: async (request) => ({ data: await changeFamily(db, requireViewer(request), request.body) }),
  })

  app.route({
    ...contract.changeLanguage,
    handler: async (request) => {
      const { language } = request.body
      await rows.setLanguage(db, requireViewer(request).accountId, language)
      return { data: { language } }
    },
  })

  app.route({
    ...contract.changeNotificationPreferences,
    handler: async (request) => ({ data: await changePreferences(db, requireViewer(request), request.body.messages) }),
  })

  app.route({
    ...contract.ownDevices,
    handler: async (request) => ({ data: await devicesFor(db, requireViewer(request)) }),
  })

  app.route({
    ...contract.endDevice,
    handler: async (request) => {
      await endDevice(db, requireViewer(request), request.params.id)
      return { data: null }
    },
  })

  app.route({
    ...contract.endOtherDevices,
    handler: async (request) => ({ data: { ended: await endOtherDevices(db, requireViewer(request)) } }),
  })

  app.route({
    ...learners.ownLearners,
    handler: async (request) => await learnersFor(db, requireViewer(request)),
  })

  app.route({
    ...learners.addLearner,
    handler: async (request) => ({ data: await addLearner(db, requireViewer(request), request.body) }),
  })

  app.route({
    ...learners.changeLearner,
    handler: async (request) => ({
      data: await changeLearner(db, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...learners.archiveLearner,
    handler: async (request) => ({
      data: await archiveLearner(db, requireViewer(request), request.params.id, request.body.archived),
    }),
  })
}
