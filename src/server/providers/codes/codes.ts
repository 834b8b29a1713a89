import { sql } from 'kysely'
import { otpMinutes, resendSeconds } from '#contract/people/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { msg91Codes } from '#server/providers/sms/msg91.ts'
import { smsTimeoutMs } from '#server/providers/sms/request-json.ts'
import type { CodeSender } from './code-sender.ts'
import { verifyNowCodes } from './verify-now.ts'

const words: Record<Language, string> = {
  en: `{code} is your {brand} login code. It works for ${otpMinutes} minutes. We never ask for it on a call.`,
  hi: `{code} आपका {brand} लॉगिन कोड है। यह ${otpMinutes} मिनट चलेगा। हम फ़ोन पर यह कोड कभी नहीं पूछते।`,
}

const textOf = (code: string, language: Language) =>
  words[language].replace('{code}', code).replace('{brand}', language === 'hi' ? brand.nameHi : brand.name)

/** Stand-in: writes the message with its code to the outbox at /dev/outbox. */
function outboxCodes(db: Db): CodeSender {
  return {
    resendSeconds,
    async send({ phone, code, language, challengeId }) {
      await db
        .insertInto('outbox')
        .values({
          channel: 'sms',
          recipient: phone,
          template: 'otp',
          language,
          text: textOf(code, language),
          data: JSON.stringify({ code }),
          once_key: `otp:${challengeId}`,
          sent_at: sql`now()`,
        })
        .execute()
      return { outcome: 'sent', reference: null }
    },
    check: null,
  }
}

/** The configured sender of login codes. `timeoutMs`: limit of one request. */
export function createCodeSender(config: Config, db: Db, timeoutMs = smsTimeoutMs): CodeSender {
  if (config.verifyNow) return verifyNowCodes(config.verifyNow, timeoutMs)
  return config.msg91Codes ? { resendSeconds, ...msg91Codes(config.msg91Codes, timeoutMs) } : outboxCodes(db)
}
