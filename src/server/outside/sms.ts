import { type Kysely, sql } from 'kysely'
import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/errors.ts'
import type { NotificationEvent } from '#contract/notification-events.ts'
import type { Config } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'

/** One of our registered texts; `values` are those that differ from message to message, by name. */
export type SmsText = { phone: string; event: NotificationEvent; language: Language; values: Record<string, string> }

/** Sends SMS. Throws when the message could not be handed over, and may be tried again. */
export type Sms = {
  sendCode(to: { phone: string; code: string; language: Language; challengeId: string }): Promise<void>
  /** `unregistered`: the operator of this installation says that this event is not told by SMS. */
  sendText(message: SmsText): Promise<'sent' | 'unregistered'>
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
    // It lies in the outbox already, for a developer to read.
    sendText: async () => 'sent',
  }
}

/**
 * MSG91 with our own code (`otp=`), so that checking stays here: its own check knows no request id and says
 * "already verified" to anybody after the owner. Failures mostly come with HTTP 200 and `type: "error"`.
 */
function msg91Sms(msg91: NonNullable<Config['msg91']>): Sms {
  async function post(path: string, body?: object): Promise<void> {
    const reply = await fetch(`${msg91.baseUrl}${path}`, {
      method: 'POST',
      headers: { authkey: msg91.authKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(8000),
    })
    const answer: unknown = await reply.json().catch(() => null)
    const type = typeof answer === 'object' && answer !== null && 'type' in answer ? answer.type : null
    if (!reply.ok || type !== 'success') throw new Error(`MSG91 did not accept the message (HTTP ${reply.status})`)
  }
  return {
    async sendCode({ phone, code }) {
      const query = new URLSearchParams({
        template_id: msg91.templateId,
        mobile: `91${phone}`,
        otp: code,
        otp_length: '6',
        otp_expiry: '5',
      })
      await post(`/api/v5/otp?${query}`)
    },
    // Their "flow": the text lies with them under an id, we send the values.
    async sendText({ phone, event, language, values }) {
      const id = msg91.templates[event]?.[language]
      if (!id) return 'unregistered'
      await post('/api/v5/flow', {
        template_id: id,
        short_url: '0',
        recipients: [{ mobiles: `91${phone}`, ...values }],
      })
      return 'sent'
    },
  }
}

/** The configured way to send SMS. */
export function createSms(config: Config, db: Kysely<DB>): Sms {
  return config.msg91 ? msg91Sms(config.msg91) : outboxSms(db)
}
