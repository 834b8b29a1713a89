import { type Kysely, sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { type Config, isLoopback } from '#server/config.ts'
import type { DB } from '#server/platform/schema.ts'

/** A mail that was written to the outbox; `id` is the row's. */
export type Letter = { id: string; to: string; subject: string; text: string; attachment?: Attachment }

/** A PDF that comes with a letter. */
export type Attachment = { name: string; content: Buffer }

/**
 * Sends mail. Throws when it could not be handed over and may be tried again; `refused` says that this address never
 * takes it. The same letter sent twice has the same Message-ID, by which mailboxes know it.
 */
export type Mail = { send(letter: Letter): Promise<'sent' | 'refused'> }

const timeoutMs = 10_000

/** The stand-in: keeps the attachment with the message in the outbox, where a developer opens it at /dev/outbox. */
function outboxMail(db: Kysely<DB>): Mail {
  return {
    async send({ id, attachment }) {
      if (!attachment) return 'sent'
      const { name, content } = attachment
      const kept = { attachment: { name, bytes: content.length, content: content.toString('base64') } }
      await sql`update outbox set data = data || ${JSON.stringify(kept)}::jsonb where id = ${id}`.execute(db)
      return 'sent'
    },
  }
}

function smtpMail({ url, from }: NonNullable<Config['smtp']>): Mail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // A name and a password, or a child's name, never cross a network in the open.
    requireTLS: !secure && !isLoopback(hostname),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>]+)>$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, attachment }) {
      try {
        await transport.sendMail({
          from,
          // As an object, so that a comma in it cannot become a second reader.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          attachments: attachment
            ? [{ filename: attachment.name, content: attachment.content, contentType: 'application/pdf' }]
            : [],
        })
        return 'sent'
      } catch (error) {
        const { code, responseCode } = trouble(error)
        // The server knows the address and will never take mail for it (RFC 5321: 5xx to RCPT).
        if (code === 'EENVELOPE' && responseCode >= 500) return 'refused'
        // Its own words may repeat the address, which is nothing for a log.
        throw new Error(`the mail server did not take it (${code}, ${responseCode})`)
      }
    },
  }
}

/** nodemailer's words for what failed, and the server's number; 0 when it gave none. */
function trouble(error: unknown): { code: string; responseCode: number } {
  const given: object = error instanceof Error ? error : {}
  return {
    code: 'code' in given ? String(given.code) : 'unknown',
    responseCode: 'responseCode' in given ? Number(given.responseCode) : 0,
  }
}

/** The configured way to send mail. */
export function createMail(config: Config, db: Kysely<DB>): Mail {
  return config.smtp ? smtpMail(config.smtp) : outboxMail(db)
}
