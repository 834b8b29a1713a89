import { sql } from 'kysely'
import { createTransport, type NodemailerError } from 'nodemailer'
import { type Config, isLoopback } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'

/** An email in the outbox; `id` is the row's. `offLink` is its one-click unsubscribe link (RFC 8058). */
export type Letter = {
  id: string
  to: string
  subject: string
  text: string
  attachment?: Attachment
  offLink?: string
}

/** A PDF attachment. */
export type Attachment = { name: string; content: Buffer }

/**
 * Sends mail. Returns `refused` if the address permanently rejects mail. The same letter always has the same Message-ID, by
 * which mailboxes detect duplicates.
 * @throws Error if it may be retried
 */
export type Mail = { send(letter: Letter): Promise<'sent' | 'refused'> }

/**
 * Time limits for connecting, the greeting and each reply, and for a whole letter; the latter is below the minute after which
 * a retry starts.
 */
const defaultLimits = { stepMs: 10_000, letterMs: 45_000 }
type MailLimits = typeof defaultLimits

/** Stand-in: stores the message and its attachment in the outbox at /dev/outbox. */
function outboxMail(db: Db): Mail {
  return {
    async send({ id, text, attachment }) {
      await db.updateTable('outbox').set({ text }).where('id', '=', id).execute()
      if (!attachment) return 'sent'
      const { name, content } = attachment
      const stored = { attachment: { name, bytes: content.length, content: content.toString('base64') } }
      await sql`update outbox set data = data || ${JSON.stringify(stored)}::jsonb where id = ${id}`.execute(db)
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
    // Credentials and children's names never cross a network unencrypted.
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
          // An object, so that a comma in the address cannot add a recipient.
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
        // The server's message may repeat the address, which must not be logged.
        throw new Error(`the mail server did not take it (${code}, ${responseCode})`)
      }
    },
  }
}

const offHeaders = (offLink: string) => ({
  'List-Unsubscribe': `<${offLink}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Unknown mailbox, moved mailbox, invalid mailbox name (RFC 5321). Other refusals concern us: no login, no relaying. */
const addressCodes = [550, 551, 553]
/** X.7.X is security or policy (RFC 3463), which the operator can fix. */
const securityRefusal = /^\d{3}[ -]\d\.7\./

/** nodemailer's error code, the server's reply code (0 without one), and whether the address permanently rejects mail. */
function failureOf(error: unknown): { code: string; responseCode: number; isAddress: boolean } {
  const given: Partial<NodemailerError> = error instanceof Error ? error : {}
  const { code = 'unknown', responseCode = 0, command, response = '' } = given
  const isAddress = command === 'RCPT TO' && addressCodes.includes(responseCode) && !securityRefusal.test(response)
  return { code, responseCode, isAddress }
}

/** The configured mail sender. `limits`: milliseconds. */
export function createMail(config: Config, db: Db, limits = defaultLimits): Mail {
  return config.smtp ? smtpMail(config.smtp, limits) : outboxMail(db)
}
