import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { escapeHtml, plainPage } from './plain-page.ts'

type Message = {
  id: string
  channel: string
  to: string
  template: string
  language: string
  text: string
  data: { attachment?: { name: string; bytes: number } }
  createdAt: Date
}

const attached = ({ id, data: { attachment: file } }: Message) =>
  file ? `<p><a href="/dev/outbox/${id}/attachment">${escapeHtml(file.name)}</a>, ${file.bytes} bytes</p>` : ''

/** Reason stored with a message its recipient opted out of. */
export const optedOutReason = 'turned off by the person'

/** Page of the stand-ins: every message that would have been sent, newest first. Mounted only with an outbox provider. */
export function outboxRoutes(app: FastifyInstance, db: Db): void {
  const newest = async (): Promise<Message[]> => {
    const { rows } = await sql<Message>`
      select id, channel, recipient as "to", template, language, text, data #- '{attachment,content}' as data, created_at as "createdAt"
      from outbox where trouble is distinct from ${optedOutReason} order by created_at desc, id desc limit 100`.execute(
      db,
    )
    return rows
  }
  app.get<{ Params: { id: string } }>('/dev/outbox/:id/attachment', async (request, reply) => {
    const { rows } = await sql<{ content: string }>`
      select data #>> '{attachment,content}' as content from outbox
      where id::text = ${request.params.id} and data ? 'attachment'`.execute(db)
    if (!rows[0]) return reply.status(404).send('Nothing is attached.')
    return reply
      .headers({ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'content-disposition': 'inline' })
      .send(Buffer.from(rows[0].content, 'base64'))
  })
  app.get('/dev/outbox.json', { config: { compress: false } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return newest()
  })
  app.get('/dev/outbox', async (_, reply) => {
    const rows = (await newest()).map(
      (one) =>
        `<tr><td>${one.createdAt.toISOString().slice(11, 19)}<td>${one.channel}<td>${escapeHtml(one.to)}<td lang="${one.language}">${escapeHtml(one.text)}${attached(one)}</tr>`,
    )
    const table = rows.length
      ? `<table><tr><th>UTC<th>Channel<th>To<th>Message</tr>${rows.join('')}</table>`
      : '<p>Nothing was sent yet.</p>'
    return plainPage(
      reply,
      'Outbox',
      `<h1>Outbox</h1><p>Messages that would have been sent. Reload to see new ones.</p>${table}`,
    )
  })
}
