import * as contract from '#contract/applications.ts'
import { updateMentor } from '#contract/mentors.ts'
import type { Feature } from '#server/app.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { changeMentor, readApplication, saveSection, submitApplication } from './applications.ts'

export const applicationsRoutes: Feature = (app, parts) => {
  app.route({
    ...contract.ownApplication,
    handler: async (request) => ({ data: await readApplication(parts, loggedIn(request)) }),
  })

  app.route({
    ...contract.saveSection,
    handler: async (request) => ({
      data: await saveSection(parts, loggedIn(request), request.params.section, request.body),
    }),
  })

  app.route({
    ...contract.submitApplication,
    handler: async (request) => ({ data: await submitApplication(parts, loggedIn(request), request.body) }),
  })

  app.route({
    ...updateMentor,
    handler: async (request) => {
      const { id } = request.params
      return { data: { _id: id, showOnWebsite: await changeMentor(parts, loggedIn(request), id, request.body) } }
    },
  })
}
