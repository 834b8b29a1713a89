import { type Kysely, sql } from 'kysely'
import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'

/** Sends one-time codes. Throws when the message could not be handed over. */
export type Sms = {
  sendCode(to: { phone: string; code: string; language: Language; challengeId: string }): Promise<void>
}

const codeWords: Record<Language, string> = {
  en: '{code} is your {brand} login code. It works for 5 minutes. We never ask for it on a call.',
  hi: '{code} आपका {brand} लॉगिन कोड है। यह 5 मिनट चलेगा। हम फ़ोन पर यह कोड कभी नहीं पूछते।',
}

const wordsOf = (code: string, language: Language) =>
  codeWords[language].replace('{code}', code).replace('{brand}', language === 'hi' ? brand.nameHi : brand.name)

/** The stand-in: writes the message, code included, to the outbox that a developer reads at /dev/outbox. */
function outboxSms(db: Kysely<DB>): Sms {
  return {
    async sendCode({ phone, code, language, challengeId }) {
      await sql`insert into outbox (channel, recipient, template, language, text, data, once_key, sent_at)
        values ('sms', ${phone}, 'otp', ${language}, ${wordsOf(code, language)}, ${JSON.stringify({ code })},
          ${`otp:${challengeId}`}, now())`.execute(db)
    },
  }
}

/**
 * MSG91 with our own code (`otp=`), so that checking stays here: its own check knows no request id and says
 * "already verified" to anybody after the owner. Failures mostly come with HTTP 200 and `type: "error"`.
 */
function msg91Sms(msg91: { authKey: string; templateId: string; baseUrl: string }): Sms {
  return {
    async sendCode({ phone, code }) {
      const query = new URLSearchParams({
        template_id: msg91.templateId,
        mobile: `91${phone}`,
        otp: code,
        otp_length: '6',
        otp_expiry: '5',
      })
      const reply = await fetch(`${msg91.baseUrl}/api/v5/otp?${query}`, {
        method: 'POST',
        headers: { authkey: msg91.authKey },
        signal: AbortSignal.timeout(8000),
      })
      const body: unknown = await reply.json().catch(() => null)
      const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : null
      if (!reply.ok || type !== 'success') throw new Error(`MSG91 did not accept the message (HTTP ${reply.status})`)
    },
  }
}

/** The configured way to send codes. */
export function createSms(config: Config, db: Kysely<DB>): Sms {
  return config.msg91 ? msg91Sms(config.msg91) : outboxSms(db)
}
