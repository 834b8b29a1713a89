import { type Kysely, sql } from 'kysely'
import { createTransport, type NodemailerError } from 'nodemailer'
import { type Config, isLoopback } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'

/** A mail that was written to the outbox; `id` is the row's. `offLink` ends letters of its kind with one press (RFC 8058). */
export type Letter = {
  id: string
  to: string
  subject: string
  text: string
  attachment?: Attachment
  offLink?: string
}

/** A PDF that comes with a letter. */
export type Attachment = { name: string; content: Buffer }

/**
 * Sends mail. Throws when it could not be handed over and may be tried again; `refused` says that this address never
 * takes it. The same letter sent twice has the same Message-ID, by which mailboxes know it.
 */
export type Mail = { send(letter: Letter): Promise<'sent' | 'refused'> }

/**
 * What is waited for a connection, the greeting and each answer; and for a whole letter, whose every byte may come late: less than
 * the minute after which it is tried again.
 */
const defaultLimits = { stepMs: 10_000, letterMs: 45_000 }
type MailLimits = typeof defaultLimits

/** The stand-in: keeps what was sent, and its attachment, with the message in the outbox, where a developer opens it at /dev/outbox. */
function outboxMail(db: Kysely<DB>): Mail {
  return {
    async send({ id, text, attachment }) {
      await sql`update outbox set text = ${text} where id = ${id}`.execute(db)
      if (!attachment) return 'sent'
      const { name, content } = attachment
      const kept = { attachment: { name, bytes: content.length, content: content.toString('base64') } }
      await sql`update outbox set data = data || ${JSON.stringify(kept)}::jsonb where id = ${id}`.execute(db)
      return 'sent'
    },
  }
}

function smtpMail({ url, from }: NonNullable<Config['smtp']>, { stepMs, letterMs }: MailLimits): Mail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A name and a password, or a child's name, never cross a network in the open.
    requireTLS: !secure && !isLoopback(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>]+)>$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, attachment, offLink }) {
      try {
        await transport.sendMail({
          from,
          // As an object, so that a comma in it cannot become a second reader.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          signal: AbortSignal.timeout(letterMs),
          ...(offLink && { headers: offHeaders(offLink) }),
          attachments: attachment
            ? [{ filename: attachment.name, content: attachment.content, contentType: 'application/pdf' }]
            : [],
        })
        return 'sent'
      } catch (error) {
        const { code, responseCode, isAddress } = failureOf(error)
        if (isAddress) return 'refused'
        // Its own words may repeat the address, which is nothing for a log.
        throw new Error(`the mail server did not take it (${code}, ${responseCode})`)
      }
    },
  }
}

const offHeaders = (offLink: string) => ({
  'List-Unsubscribe': `<${offLink}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Mailbox not there, not here, or no name for one (RFC 5321); other refusals of a reader are about us: no login, no relaying. */
const addressCodes = [550, 551, 553]
/** X.7.X is security or policy (RFC 3463), which the operator can mend. */
const securityRefusal = /^\d{3}[ -]\d\.7\./

/** nodemailer's words for what failed, the server's number (0 when it gave none), and whether it will never take mail for the address. */
function failureOf(error: unknown): { code: string; responseCode: number; isAddress: boolean } {
  const given: Partial<NodemailerError> = error instanceof Error ? error : {}
  const { code = 'unknown', responseCode = 0, command, response = '' } = given
  const isAddress = command === 'RCPT TO' && addressCodes.includes(responseCode) && !securityRefusal.test(response)
  return { code, responseCode, isAddress }
}

/** The configured way to send mail. */
export function createMail(config: Config, db: Kysely<DB>, limits = defaultLimits): Mail {
  return config.smtp ? smtpMail(config.smtp, limits) : outboxMail(db)
}
