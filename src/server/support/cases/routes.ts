import * as contract from '#contract/support/cases.ts'
import type { Context, Feature } from '#server/context.ts'
import { AppError, invalidField, languageOf } from '#server/platform/errors.ts'
import { ipBlock } from '#server/platform/networks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { openTicket } from './cases.ts'
import { hasBooked } from './queries.ts'
import { trackCase } from './tracking.ts'

/** Account and side of the sender; a family may name a mentor it has booked. */
async function reporterOf(db: Context['db'], viewer: Viewer | null, mentor: string | undefined) {
  const accountId = viewer?.accountId ?? null
  const anonymous = { accountId, side: null, familyId: null, mentorId: null }
  const familyId = viewer?.userType === 'student' ? viewer.familyId : null
  if (mentor && !(familyId && (await hasBooked(db, familyId, mentor)))) throw new AppError('not-found')
  if (familyId) return { ...anonymous, side: 'family' as const, familyId, mentorId: mentor ?? null }
  if (viewer?.userType === 'mentor') return { ...anonymous, side: 'mentor' as const, mentorId: viewer.mentorId }
  return anonymous
}

export const casesRoutes: Feature = (app, context) => {
  app.route({
    ...contract.openTicket,
    handler: async (request) => {
      const { viewer } = request
      const { name, email = null, topic, message, mentor } = request.body
      // Support calls back, so a logged-in sender can be reached at their own number.
      const phone = request.body.phone ?? viewer?.phone ?? null
      if (!phone && !email) {
        throw invalidField('phone', 'a phone or an e-mail')
      }
      const opened = await openTicket(context, {
        topic,
        text: message,
        name,
        phone,
        email,
        language: languageOf(request),
        ...(await reporterOf(context.db, viewer, mentor)),
        ipBlock: ipBlock(request.ip),
      })
      return { data: { number: opened.number, answerBy: opened.answerBy.toISOString() } }
    },
  })
  app.route({
    ...contract.trackCase,
    handler: async ({ viewer, params, query }) => ({
      data: await trackCase(context, viewer, params.number, query.key),
    }),
  })
}
