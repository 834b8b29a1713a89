import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import type { LiveEvent, LiveEvents, LiveReply, Room } from '#contract/wire/live.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { listenForChanges, notifyChange } from './changes.ts'
import { AppError, describeErrorIn, languageOf } from './errors.ts'
import { createLimits } from './limiter.ts'
import { admitConnections, limitJoins } from './live-connections.ts'
import type { Log } from './log.ts'
import { createPeers, type Hello } from './peers.ts'
import type { SharedRedis } from './redis.ts'
import { isActiveSession, readViewer, type Viewer } from './sessions.ts'

/** An open window with the viewer of its session at connect. */
export type Connection = {
  viewer: Viewer
  emit<E extends LiveEvent>(event: E, payload: LiveEvents[E]): void
  /** Joins a room besides the viewer's own. */
  join(room: Room): Promise<void>
}
type EventHandler<S extends z.ZodType> = {
  schema: S
  /** The viewer is read again for each event; null skips that for events without consequences. */
  answer(viewer: Viewer, input: z.output<S>, connection: Connection): Promise<unknown>
}

/** Live connections of logged-in users. Events are hints: none is stored for clients that are offline. */
export type Realtime = {
  /** Emits to open windows on every process. Use `notifyLive` inside a transaction. */
  emit<E extends LiveEvent>(rooms: Room | Room[], event: E, payload: LiveEvents[E]): void
  /** Handles an event with validated input; the events of one window are handled in order. */
  on<S extends z.ZodType>(event: string, question: EventHandler<S>): void
  /** Registers callbacks for opening and closing windows. */
  watch(opened: (viewer: Viewer) => void, closed: (viewer: Viewer) => void): void
  io: Server
  /** Starts listening to other processes and transactions. @returns how to stop */
  listen(databaseUrl: string): () => Promise<void>
}

/** `from`: the process that has already emitted to its own windows. */
type LiveMessage = { rooms: Room[]; event: LiveEvent; payload: unknown; from?: string } | { end: string } | Hello

// A message has at most 4,000 characters of four bytes, plus names; anything larger is refused.
const maxBytes = 64 * 1024
const maxWaiting = 200
const waitingRetryMs = 1_000
const sweepMs = 30_000
/** Windows of one account on one process, with room for reconnects on a bad network. */
const maxWindows = 50
/** Events of one account in ten seconds, far above normal use. Checked before the database is queried. */
const eventsInTenSeconds = 400
// Remembers sessions that ended while their window was connecting.
const endedMs = 60_000

/** Emits to open windows when the transaction of `db` commits. For rare events: every process receives each one. */
export async function notifyLive<E extends LiveEvent>(
  db: Db,
  rooms: Room | Room[],
  event: E,
  payload: LiveEvents[E],
): Promise<void> {
  await notifyChange(db, 'live', liveText(rooms, event, payload))
}

/** The text that `pg_notify` sends on the channel `live`, for statements that notify themselves. */
export function liveText<E extends LiveEvent>(rooms: Room | Room[], event: E, payload: LiveEvents[E]): string {
  const message: LiveMessage = { rooms: [rooms].flat(), event, payload }
  return JSON.stringify(message)
}

/** Rooms of a viewer. */
function roomsOf({ userType, sessionId, accountId, familyId, mentorId }: Viewer): Room[] {
  const rooms: Room[] = [`session:${sessionId}`, `account:${accountId}`]
  if (userType === 'student' && familyId) rooms.push(`family:${familyId}`)
  if (userType === 'mentor' && mentorId) rooms.push(`mentor:${mentorId}`)
  if (userType === 'admin') rooms.push('admins')
  return rooms
}

type RealtimeInput = {
  config: Config
  db: Db
  log: Log
  redis: SharedRedis | null
  /** Whether new windows are refused, because reading their session would wait. */
  isRefusing: () => boolean
}

/**
 * Opens Socket.IO on the server of `app`, authenticated by session. Our pages use websockets only, so that load balancers need
 * no sticky sessions; other clients may start with polling, Socket.IO's default.
 */
export function createRealtime(app: FastifyInstance, { config, db, log, redis, isRefusing }: RealtimeInput): Realtime {
  const io = new Server({
    serveClient: false,
    maxHttpBufferSize: maxBytes,
    // Socket.IO's connection recovery would keep an ended session alive; clients catch up by sequence number instead.
    allowRequest: admitConnections(config, redis),
    ...(redis ? { adapter: redis.adapter } : {}),
  })
  const me = randomUUID()
  const peers = createPeers(db, me)
  io.attach(app.server as HttpServer) // safe: no HTTP/2 here
  limitJoins(io)
  const questions = new Map<string, EventHandler<z.ZodType>>()
  const watchers: { opened(viewer: Viewer): void; closed(viewer: Viewer): void }[] = []
  const readCookies = (request: IncomingMessage) => app.parseCookie(request.headers.cookie ?? '')
  const viewerOf = (socket: Socket) => readViewer(db, config, { cookies: readCookies(socket.request) })

  const ended = new Map<string, number>()
  const pace = createLimits(null)('live', { points: eventsInTenSeconds, seconds: 10 })

  io.use((socket, next) => {
    letIn(socket).then(
      () => next(),
      (error: unknown) => {
        const body = bodyOf(error, socket)
        next(Object.assign(new Error(body.code), { data: body }))
      },
    )
  })

  const join = async (socket: Socket, viewer: Viewer) => await socket.join(roomsOf(viewer))

  async function letIn(socket: Socket): Promise<void> {
    if (isRefusing()) throw new AppError('not-ready')
    const readAt = Date.now()
    const viewer = await viewerOf(socket)
    if (!viewer) throw new AppError('login-required')
    const { size } = io.of('/').adapter.rooms.get(`account:${viewer.accountId}` satisfies Room) ?? { size: 0 }
    if (size >= maxWindows) throw new AppError('rate-limited')
    Object.assign(socket.data, { viewer, readAt })
  }
  const bodyOf = (error: unknown, socket: Socket) =>
    describeErrorIn(error as Error & { code: never; name: never }, {
      id: randomUUID(),
      // Language of the page: browsers cannot set headers on a websocket.
      language: socket.handshake.auth.language === 'hi' ? 'hi' : languageOf({ headers: socket.request.headers }),
      log,
    }).body

  io.on('connection', (socket) => {
    const viewer: Viewer = socket.data.viewer
    join(socket, viewer).catch((error: unknown) => log.error({ err: error }, 'a window could not join its rooms'))
    // The session ended between reading it and joining.
    if ((ended.get(viewer.sessionId) ?? 0) >= socket.data.readAt) return socket.disconnect(true)
    tellWatchers('opened', viewer)
    socket.on('disconnect', () => tellWatchers('closed', viewer))
    let waiting = 0
    let last: Promise<void> = Promise.resolve()
    for (const [event, question] of questions) {
      socket.on(event, (...given: unknown[]) => {
        const reply = typeof given.at(-1) === 'function' ? (given.pop() as (answer: LiveReply<unknown>) => void) : null
        const answered = (answer: LiveReply<unknown>) => {
          if (reply) reply(answer)
          else if (!answer.ok) socket.emit('refused', { event, error: answer.error })
        }
        if (waiting >= maxWaiting) {
          const tooFast = new AppError('message-too-fast', { retryMs: String(waitingRetryMs) })
          return answered({ ok: false, error: bodyOf(tooFast, socket) })
        }
        waiting++
        // Handles the events of a window in order.
        last = last
          .then(async () => {
            const answer = await replyTo(socket, question, given[0])
            answered(answer)
            if (!answer.ok && answer.error.code === 'login-required') socket.disconnect(true)
          })
          .catch((error: unknown) => log.error({ err: error }, 'a live event was not answered'))
          .finally(() => {
            waiting--
          })
      })
    }
  })

  function tellWatchers(what: 'opened' | 'closed', viewer: Viewer): void {
    for (const watcher of watchers) {
      try {
        watcher[what](viewer)
      } catch (error) {
        log.error({ err: error }, 'presence was not updated')
      }
    }
  }

  async function replyTo(
    socket: Socket,
    question: EventHandler<z.ZodType>,
    given: unknown,
  ): Promise<LiveReply<unknown>> {
    try {
      return { ok: true, data: await answer(socket, question, given) }
    } catch (error) {
      return { ok: false, error: bodyOf(error, socket) }
    }
  }

  async function answer(socket: Socket, question: EventHandler<z.ZodType>, given: unknown): Promise<unknown> {
    const retryMs = await pace.take((socket.data.viewer as Viewer).accountId) // safe: letIn sets it
    if (retryMs > 0) throw new AppError('message-too-fast', { retryMs: String(retryMs) })
    const viewer = await viewerOf(socket)
    if (!viewer) throw new AppError('login-required')
    // The account became a mentor meanwhile.
    if (roomsOf(viewer).some((room) => !socket.rooms.has(room))) await join(socket, viewer)
    const input = question.schema.safeParse(given)
    if (!input.success) {
      const fields = input.error.issues.map(({ path, message }) => ({
        field: path.join('.') || 'body',
        problem: message,
      }))
      throw new AppError('bad-request', { fields })
    }
    return await question.answer(viewer, input.data, {
      viewer,
      emit: (event, payload) => socket.emit(event, payload),
      join: async (room) => await socket.join(room),
    })
  }

  /** Closes windows whose session expired, or ended while nothing was listening. */
  async function sweep(): Promise<void> {
    for (const [id, at] of ended) if (at < Date.now() - endedMs) ended.delete(id)
    const open = [...io.of('/').sockets.values()].map(({ data }) => data.viewer as Viewer) // safe: letIn sets it
    if (open.length === 0) return
    const given = open.map(({ sessionId, userType }) => ({ id: sessionId, as: userType }))
    const { rows } = await sql<{ id: string }>`
      select distinct g.id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, "as" text)
      where not exists (select from session s where s.id = g.id and ${isActiveSession} and s.user_type = g.as
        and (s.user_type <> 'admin' or exists (select from admin_user u where u.account_id = s.account_id and u.removed_at is null)))`.execute(
      db,
    )
    for (const { id } of rows) end(id)
  }
  const sweepQuietly = () => void sweep().catch((error) => log.warn({ err: error }, 'sweep of live connections failed'))

  function end(sessionId: string): void {
    ended.set(sessionId, Date.now())
    io.local.in(`session:${sessionId}` satisfies Room).disconnectSockets(true)
  }

  function receive(text: string | undefined): void {
    // Called without a text after a reconnect: some events may have been missed.
    if (!text) {
      sweepQuietly()
      peers.greet(true)
    }
    if (!text || text === 'heard') return
    try {
      const message = JSON.parse(text) as LiveMessage // safe: only notifyLive and the trigger on session write here
      if ('end' in message) end(message.end)
      else if ('hello' in message) peers.receive(message)
      else if (message.from !== me) io.local.to(message.rooms).emit(message.event, message.payload)
    } catch (error) {
      log.error({ err: error }, 'live notification could not be parsed')
    }
  }

  app.addHook('preClose', async () => {
    io.local.disconnectSockets(true)
    io.engine.close()
    await io.of('/').adapter.close()
  })
  return {
    io,
    emit(rooms, event, payload) {
      if (redis?.isReady()) return void io.to(rooms).emit(event, payload)
      io.local.to(rooms).emit(event, payload)
      peers.tell({ rooms: [rooms].flat(), event, payload, from: me } satisfies LiveMessage)
    },
    on: (event, question) => void questions.set(event, question as unknown as EventHandler<z.ZodType>), // safe: kept beside its own schema
    watch: (opened, closed) => void watchers.push({ opened, closed }),
    listen(databaseUrl) {
      const listener = listenForChanges(databaseUrl, 'live', receive)
      const timer = setInterval(() => {
        sweepQuietly()
        peers.greet(false)
      }, sweepMs).unref()
      return async () => {
        clearInterval(timer)
        await listener.stop()
      }
    },
  }
}
