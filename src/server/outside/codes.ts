import { type Kysely, sql } from 'kysely'
import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/errors.ts'
import { resendSeconds } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'
import { smsTimeoutMs } from './ask-json.ts'
import { msg91Codes } from './msg91.ts'
import { verifyNowCodes } from './verify-now.ts'

/** `code` is ours; a provider that makes its own sends that. */
export type NewCode = { phone: string; code: string; language: Language; challengeId: string }
/** `reference`: by which the provider checks the code it made; null: ours was sent. `too-soon`: not before so many seconds. */
export type SentCode =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'too-soon'; seconds: number }
  | { outcome: 'day-limit' }
export type CheckedCode = 'right' | 'wrong' | 'used' | 'expired' | 'unknown' | 'blocked'

/** Sends codes for logging in. Functions throw when the provider did not answer, or nothing that helps. */
export type Codes = {
  /** After which another code can be asked for. */
  resendSeconds: number
  send(one: NewCode): Promise<SentCode>
  /** Asks a provider that makes its codes itself; null: codes are ours, and checked by us. */
  check: ((reference: string, code: string) => Promise<CheckedCode>) | null
}

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
