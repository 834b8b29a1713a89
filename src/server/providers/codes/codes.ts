import { type Kysely, sql } from 'kysely'
import { resendSeconds } from '#contract/people/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'
import { smsTimeoutMs } from '#server/providers/sms/ask-json.ts'
import { msg91Codes } from '#server/providers/sms/msg91.ts'
import type { Codes } from './code-sender.ts'
import { verifyNowCodes } from './verify-now.ts'

const words: Record<Language, string> = {
  en: '{code} is your {brand} login code. It works for 5 minutes. We never ask for it on a call.',
  hi: '{code} आपका {brand} लॉगिन कोड है। यह 5 मिनट चलेगा। हम फ़ोन पर यह कोड कभी नहीं पूछते।',
}

const wordsOf = (code: string, language: Language) =>
  words[language].replace('{code}', code).replace('{brand}', language === 'hi' ? brand.nameHi : brand.name)

/** The stand-in: writes the message, code included, to the outbox that a developer reads at /dev/outbox. */
function outboxCodes(db: Kysely<DB>): Codes {
  return {
    resendSeconds,
    async send({ phone, code, language, challengeId }) {
      await sql`insert into outbox (channel, recipient, template, language, text, data, once_key, sent_at)
        values ('sms', ${phone}, 'otp', ${language}, ${wordsOf(code, language)}, ${JSON.stringify({ code })},
          ${`otp:${challengeId}`}, now())`.execute(db)
      return { outcome: 'sent', reference: null }
    },
    check: null,
  }
}

/** The configured way to send codes. */
export function createCodes(config: Config, db: Kysely<DB>, timeoutMs = smsTimeoutMs): Codes {
  if (config.verifyNow) return verifyNowCodes(config.verifyNow, timeoutMs)
  return config.msg91Codes ? { resendSeconds, ...msg91Codes(config.msg91Codes, timeoutMs) } : outboxCodes(db)
}
