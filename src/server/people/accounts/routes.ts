import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/people/accounts.ts'
import { otpMinutes } from '#contract/people/limits.ts'
import { passkeyLogin } from '#contract/people/passkeys.ts'
import type { Feature } from '#server/context.ts'
import { unreadFor } from '#server/notifications/notifications.ts'
import { AppError, languageOf, orNotFound } from '#server/platform/errors.ts'
import { browserMark, endSession, requireViewer, startSession, type Viewer } from '#server/platform/sessions.ts'
import { sendCode, verifyCode } from './accounts.ts'
import { logInWithPasskey } from './passkey-login.ts'
import { answerPhoneChange, ownPhoneChange } from './phone-change.ts'
import * as rows from './queries.ts'
import { toViewer } from './viewer.ts'

/** Throws `not-found` unless the phone belongs to the session. */
function assertOwnPhone(request: FastifyRequest, phone: string): Viewer {
  const viewer = requireViewer(request)
  if (viewer.phone !== phone) throw new AppError('not-found')
  return viewer
}

export const accountsRoutes: Feature = (app, context) => {
  const { config, db } = context
  app.route({
    ...contract.sendOtp,
    handler: async (request, reply) => {
      const browserHash = browserMark(config, request, reply)
      const { mobile, userType } = request.body
      const asked = { phone: mobile, userType, browserHash, ip: request.ip, language: languageOf(request) }
      return { ...(await sendCode(context, asked)), expiresSeconds: otpMinutes * 60 }
    },
  })

  app.route({
    ...contract.verifyOtp,
    handler: async (request, reply) => {
      const { verificationId, code, phone, userType, totp, recovery, passkey, consent } = request.body
      const browserHash = browserMark(config, request, reply)
      const factor = { totp, recovery, passkey, consent, language: languageOf(request) }
      const given = { verificationId, code, phone, userType, browserHash, ...factor }
      const proven = await verifyCode(context, given)
      if (request.viewer) await endSession(db, config, request, reply)
      await startSession(db, config, request, reply, { id: proven.accountId, userType })
      const { ownId, recoveryCodes } = proven
      return { data: { _id: ownId, userType, ...(recoveryCodes && { recoveryCodes }) } }
    },
  })

  app.route({
    ...passkeyLogin,
    handler: async (request, reply) => {
      const browserHash = browserMark(config, request, reply)
      const { userType } = request.body
      const { accountId, ownId } = await logInWithPasskey(context, { ...request.body, browserHash })
      if (request.viewer) await endSession(db, config, request, reply)
      await startSession(db, config, request, reply, { id: accountId, userType, byPasskey: true })
      return { data: { _id: ownId, userType } }
    },
  })

  app.route({
    ...contract.currentSession,
    handler: async (request) => ({
      data: request.viewer && toViewer(request.viewer, await unreadFor(db, request.viewer)),
    }),
  })

  app.route({
    ...contract.logout,
    handler: async (request, reply: FastifyReply) => {
      await endSession(db, config, request, reply)
      return { data: null }
    },
  })

  app.route({
    ...contract.switchRole,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { userType } = request.body
      const familyId = userType === 'student' ? await rows.ensureFamily(db, viewer.accountId) : viewer.familyId
      if (userType === 'mentor' && !viewer.mentorId) throw new AppError('not-found')
      await rows.setSessionUserType(db, viewer.sessionId, userType)
      const switched = { ...viewer, familyId, userType }
      return { data: toViewer(switched, await unreadFor(db, switched)) }
    },
  })

  app.route({
    ...contract.familyLoginCheck,
    handler: async (request) => {
      const viewer = assertOwnPhone(request, request.body.phone)
      if (!viewer.familyId) throw new AppError('not-found')
      return { data: { _id: viewer.familyId, name: viewer.familyName } }
    },
  })

  app.route({
    ...contract.mentorLoginCheck,
    handler: async (request) => {
      const viewer = assertOwnPhone(request, request.body.phone)
      return { data: orNotFound(await rows.mentorOfAccount(db, viewer.accountId)) }
    },
  })

  app.route({
    ...contract.ownMentor,
    handler: async (request) => {
      return { data: orNotFound(await rows.mentorOfAccount(db, requireViewer(request).accountId)) }
    },
  })

  app.route({
    ...contract.pendingPhoneChange,
    handler: async (request) => ({ data: await ownPhoneChange(context, requireViewer(request)) }),
  })

  app.route({
    ...contract.answerPhoneChange,
    handler: async (request) => {
      const { ending, isMine } = request.body
      await answerPhoneChange(context, requireViewer(request), ending, isMine)
      return { data: await ownPhoneChange(context, requireViewer(request)) }
    },
  })
}
