import * as contract from '#contract/cases.ts'
import { ipBlock } from '#server/accounts/accounts.ts'
import type { Feature } from '#server/app.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { openTicket } from './cases.ts'

/** Who is logged in, in the role they have now. */
function writerOf(viewer: Viewer | null) {
  const accountId = viewer?.accountId ?? null
  const nobody = { accountId, side: null, familyId: null, mentorId: null }
  if (viewer?.userType === 'student') return { ...nobody, side: 'family' as const, familyId: viewer.familyId }
  if (viewer?.userType === 'mentor') return { ...nobody, side: 'mentor' as const, mentorId: viewer.mentorId }
  return nobody
}

export const casesRoutes: Feature = (app, { db }) => {
  app.route({
    ...contract.openTicket,
    handler: async (request) => {
      const { viewer } = request
      const { name, email = null, topic, message } = request.body
      // The promise is a call, so whoever is logged in is called at their own number unless they give another.
      const phone = request.body.phone ?? viewer?.phone ?? null
      if (!phone && !email) {
        throw new AppError('bad-request', { fields: [{ field: 'phone', problem: 'a phone or an e-mail' }] })
      }
      const opened = await openTicket(db, {
        topic,
        text: message,
        name,
        phone,
        email,
        language: languageOf(request),
        ...writerOf(viewer),
        ipBlock: ipBlock(request.ip),
      })
      return { data: { number: opened.number, answerBy: opened.answerBy.toISOString() } }
    },
  })
}
