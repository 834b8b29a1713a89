import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'

const types: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.pdf': 'application/pdf',
  '.xml': 'application/xml; charset=utf-8',
}

/** Replies with a file to save, of the type of its name. */
export const sendFile = (reply: FastifyReply, name: string, content: string | Buffer) =>
  reply
    .type(types[extname(name)] ?? 'application/octet-stream')
    .header('content-disposition', `attachment; filename="${name}"`)
    // Bytes, because a serializer would turn text into JSON.
    .send(Buffer.from(content))
