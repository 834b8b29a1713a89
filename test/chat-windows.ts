import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { makeMentor, newPhone } from './builders.ts'
import type { LoggedIn, TestApp } from './test-app.ts'

/** A family and a mentor who may write to each other. */
export async function makePair(app: TestApp) {
  const made = await makeMentor(app.db)
  const mentor = await app.login(made.phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  return { family, mentor, slug: made.slug, mentorId: made.id }
}
export type ChatPair = Awaited<ReturnType<typeof makePair>>

/** Opens a live connection for a user; throws the server's reason if refused. */
export async function openSocket(app: TestApp, user: LoggedIn): Promise<Socket> {
  const socket = app.open(user.cookie())
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('connect_error', fail)
  })
  return socket
}

export const sendMessage = (socket: Socket, message: Record<string, unknown>): Promise<LiveReply<ChatMessage>> =>
  socket.emitWithAck('send-message', { clientId: randomUUID(), ...message })

/** The next event on a connection. */
export const nextEvent = <T>(socket: Socket, event: string) => new Promise<T>((done) => socket.once(event, done))

/** Collects events on a connection from now on. */
export function collectEvents<T = ChatMessage>(socket: Socket, event: string): T[] {
  const events: T[] = []
  socket.on(event, (payload: T) => events.push(payload))
  return events
}

/** Resolves once earlier events have arrived, because a connection delivers in order. */
export const flushEvents = (socket: Socket): Promise<unknown> => socket.emitWithAck('register')

export const historyOf = async (user: LoggedIn, { family, mentorId }: ChatPair, more: Record<string, unknown> = {}) =>
  await user.post('/api/chat/history', { user1: family.id, user2: mentorId, ...more })

/** A conversation with messages, inserted directly. */
export async function writeMessages(app: TestApp, { family, mentorId }: ChatPair, texts: string[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into conversation (family_id, mentor_id, last_seq)
    values (${family.id}, ${mentorId}, ${texts.length}) returning id`.execute(app.db)
  const id = rows[0]?.id ?? ''
  await sql`insert into message (conversation_id, seq, sender, client_id, text)
    select ${id}, n, case n % 2 when 1 then 'family' else 'mentor' end, gen_random_uuid(), text
    from unnest(${texts}::text[]) with ordinality as t(text, n)`.execute(app.db)
  return id
}
