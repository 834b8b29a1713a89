import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Language } from '#contract/errors.ts'
import { otpMinutes, otpTries } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { Sms } from '#server/outside/sms.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings.ts'
import * as rows from './queries.ts'
import { checkSecondFactor } from './second-factor.ts'

type Parts = { db: Kysely<DB>; config: Config; sms: Sms }
type Asked = { phone: string; userType: UserType; browserHash: Buffer; ip: string; language: Language }

const codeHash = (secretKey: string, id: string, code: string) =>
  createHmac('sha256', secretKey).update(`${id}:${code}`).digest()

/** Addresses of one household or office count together: /24 of IPv4, /64 of IPv6. */
export function ipBlock(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  return v4?.[1] ?? ip.split(':').slice(0, 4).join(':')
}

/** Sends a code to a phone within the limits and says under which id it can be verified. */
export async function sendCode({ db, config, sms }: Parts, asked: Asked): Promise<string> {
  const standIn = config.smsProvider === 'outbox'
  const limits = standIn
    ? { perPhoneDay: 10_000, perBlockHour: 100_000, inAllHour: 100_000 }
    : await readSetting(db, 'otpLimits')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = randomUUID()
  const block = ipBlock(asked.ip)
  await transaction(db, async (tx) => {
    const sent = await rows.codesSent(tx, asked.phone, block)
    if (sent.waitSeconds > 0) throw new AppError('otp-too-soon', { seconds: sent.waitSeconds })
    if (sent.phoneDay >= limits.perPhoneDay) throw new AppError('otp-day-limit')
    if (sent.blockHour >= limits.perBlockHour || sent.allHour >= limits.inAllHour) throw new AppError('rate-limited')
    await rows.insertChallenge(tx, {
      id,
      phone: asked.phone,
      userType: asked.userType,
      codeHash: codeHash(config.secretKey, id, code),
      browserHash: asked.browserHash,
      ipBlock: block,
      minutes: otpMinutes,
    })
  })
  await sms.sendCode({ phone: asked.phone, code, language: asked.language, challengeId: id }).catch(() => {
    throw new AppError('sms-failed')
  })
  return id
}

type Given = {
  verificationId: string
  code: string
  phone: string | undefined
  userType: UserType
  totp: string | undefined
  recovery: string | undefined
  browserHash: Buffer
  language: Language
}
type Proven = { accountId: string; ownId: string | null; recoveryCodes?: string[] }

const wrongCodes = new Set<string>(['second-factor-wrong', 'recovery-code-wrong'])

/**
 * Checks a code. A wrong one counts a try and that count must stay, so failures leave the transaction as values
 * and are thrown after it.
 */
export async function verifyCode({ db, config }: Parts, given: Given): Promise<Proven> {
  const outcome = await transaction(db, async (tx): Promise<Proven | AppError> => {
    const challenge = await rows.lockChallenge(tx, given.verificationId, given.userType, given.browserHash)
    if (!challenge || (given.phone !== undefined && given.phone !== challenge.phone)) return new AppError('otp-unknown')
    if (challenge.used) return new AppError('otp-used')
    if (challenge.expired) return new AppError('otp-expired')
    if (challenge.tries >= otpTries) return new AppError('otp-blocked')
    if (!timingSafeEqual(codeHash(config.secretKey, given.verificationId, given.code), challenge.codeHash)) {
      await rows.countTry(tx, given.verificationId)
      const triesLeft = otpTries - challenge.tries - 1
      if (triesLeft === 0) return new AppError('otp-blocked')
      return new AppError(triesLeft === 1 ? 'otp-wrong-last' : 'otp-wrong', { triesLeft })
    }
    const accountId = await rows.accountOf(tx, challenge.phone, given.language)
    if (given.userType === 'admin') {
      const { verificationId, totp, recovery } = given
      const of = { accountId, phone: challenge.phone, verificationId, secretKey: config.secretKey }
      const outcome = await checkSecondFactor(tx, { ...of, totp, recovery })
      if ('refused' in outcome) {
        if (wrongCodes.has(outcome.refused.code)) await rows.countTry(tx, verificationId)
        return outcome.refused
      }
      await rows.useChallenge(tx, verificationId)
      await writeAudit(tx, { accountId }, 'admin.login', { kind: 'account', id: accountId })
      return { accountId, ownId: accountId, ...outcome }
    }
    await rows.useChallenge(tx, given.verificationId)
    if (given.userType === 'student') return { accountId, ownId: await rows.familyOf(tx, accountId) }
    return { accountId, ownId: await rows.mentorIdOf(tx, accountId) }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}
