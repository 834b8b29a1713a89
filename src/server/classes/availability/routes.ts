import * as contract from '#contract/classes/availability.ts'
import type { Feature } from '#server/context.ts'
import { visibleOrOwnId } from '#server/mentors/search/mentors.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { callerKey } from '#server/platform/guards.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import * as availability from './availability.ts'
import { leaveWithLessons } from './leave-lessons.ts'

// Each change empties public pages.
const rateLimit = { max: 30, timeWindow: '1 minute', keyGenerator: callerKey }
/** Free times on a listing card. */
const timesOnCard = 3

export const availabilityRoutes: Feature = (app, context) => {
  const { db, replicas } = context

  app.route({
    ...contract.ownAvailability,
    handler: async (request) => ({
      data: await availability.readAvailability(db, orNotFound(requireViewer(request).mentorId)),
    }),
  })

  app.route({
    ...contract.setWeek,
    config: { ...contract.setWeek.config, rateLimit },
    handler: async (request) => ({
      data: await availability.setWeek(context, orNotFound(requireViewer(request).mentorId), request.body),
    }),
  })

  app.route({
    ...contract.setDay,
    config: { ...contract.setDay.config, rateLimit },
    handler: async (request) => {
      const mentorId = orNotFound(requireViewer(request).mentorId)
      return { data: await availability.setDay(context, mentorId, request.params.date, request.body.hours) }
    },
  })

  app.route({
    ...contract.takeLeave,
    config: { ...contract.takeLeave.config, rateLimit },
    handler: async (request) => ({
      data: await availability.takeLeave(context, orNotFound(requireViewer(request).mentorId), request.body),
    }),
  })

  app.route({
    ...contract.endLeave,
    config: { ...contract.endLeave.config, rateLimit },
    handler: async (request) => {
      await availability.endLeave(context, orNotFound(requireViewer(request).mentorId), request.params.id)
      return { data: null }
    },
  })

  app.route({
    ...contract.leaveClasses,
    handler: async (request) => ({ data: await leaveWithLessons(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.nextFreeTimes,
    handler: async (request) => {
      const found = await replicas.read(request, (from) =>
        availability.nextFreeTimes(from, request.query.id, timesOnCard),
      )
      return {
        data: found.map(({ id, times, byAgreement }) => ({
          _id: id,
          byAgreement,
          times: times.map((one) => ({ ...one, startsAt: one.startsAt.toISOString() })),
        })),
      }
    },
  })

  app.route({
    ...contract.freeTimes,
    handler: async (request) => {
      const { viewer } = request
      const read = async (from: typeof db) => {
        const id = orNotFound(await visibleOrOwnId(from, request.params.id, viewer?.mentorId ?? null))
        const { minutes, booking } = request.query
        const owner = {
          ...(viewer?.familyId && { familyId: viewer.familyId }),
          ...(viewer?.mentorId === id && booking && { bookingId: booking }),
        }
        return await availability.freeTimesFor(from, id, minutes, owner)
      }
      // A family's own held times are free for it, those of a booking for the mentor who schedules it.
      const { times, ...rest } = await (viewer ? read(db) : replicas.read(request, read))
      return { data: times.map((one) => ({ ...one, startsAt: one.startsAt.toISOString() })), ...rest }
    },
  })
}
