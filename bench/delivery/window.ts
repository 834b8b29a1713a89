import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Socket } from 'socket.io-client'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { ChatMessage, LiveReply, Side } from '#contract/wire/live.ts'
import { createMessageStore, type Outgoing } from '../../src/web/chat/message-store.ts'
import type { Person } from './people.ts'

/** What windows share: server addresses and observers. */
export type World = {
  /** The base URL of the next server, round-robin as from a load balancer. */
  origin(): string
  siteOrigin: string
  catchUpEveryMs: number
  sending(clientId: string): void
  received(side: Side, message: ChatMessage): void
  trouble: Map<string, number>
}
export type TalkWindow = ReturnType<typeof openWindow>

const patienceMs = 10_000
const retryMs = 3_000

/** An open chat window: the page's own client code over real connections and requests. */
export function openWindow(name: string, person: Person, world: World) {
  const kept = new Map<string, Outgoing>()
  let socket: Socket | null = null
  let origin = ''
  let isOver = false
  let cutsAtNext = false
  let losses = 0
  const headers = { cookie: person.cookie, origin: world.siteOrigin, 'x-forwarded-for': person.address }
  const note = (what: string) => void world.trouble.set(what, (world.trouble.get(what) ?? 0) + 1)

  async function ask<T>(
    path: string,
    body: unknown,
  ): Promise<{ ok: true; data: T } | { ok: false; error: ErrorReply }> {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer: unknown = await reply.json()
    return reply.ok ? { ok: true, data: answer as T } : { ok: false, error: answer as ErrorReply } // safe: replies of our own endpoints
  }

  const talk = createMessageStore(
    {
      async send({ clientId, message }): Promise<LiveReply<ChatMessage>> {
        world.sending(clientId)
        const given = { receiver: person.other, clientId, message }
        if (!socket?.connected) {
          const answer = await ask<{ data: ChatMessage }>('/api/chat/messages', given)
          if (!answer.ok) note(answer.error.code)
          return answer.ok ? { ok: true, data: answer.data.data } : answer
        }
        const reply = socket.timeout(patienceMs).emitWithAck('send-message', given)
        if (cutsAtNext) cut()
        const answer: LiveReply<ChatMessage> = await reply
        if (!answer.ok) note(answer.error.code)
        return answer
      },
      async read(wanted) {
        const names = { user1: person.id, user2: person.other }
        const answer = await ask<ChatMessage[]>('/api/chat/history', { ...names, ...wanted })
        if (!answer.ok) throw new Error(answer.error.code)
        return { page: answer.data, isFirst: answer.data[0]?.seq === 1 }
      },
      outbox: {
        all: () => [...kept.values()],
        put: (one) => void kept.set(one.clientId, one),
        remove: (clientId) => void kept.delete(clientId),
      },
      onChange: () => {},
      createId: randomUUID,
      delay: (ms) => pause(ms),
    },
    { page: [], isFirst: true },
  )

  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  /**
   * What the page does on connecting and periodically: sends pending messages, fetches new ones, retries sooner after
   * a failure.
   */
  async function catchUp(): Promise<void> {
    clearTimeout(timer)
    if (isOver) return
    let nextMs = world.catchUpEveryMs
    try {
      await Promise.all([talk.catchUp(), talk.sendPending()])
    } catch (error) {
      note(error instanceof Error ? error.message : String(error))
      nextMs = retryMs
    }
    clearTimeout(timer)
    if (!isOver)
      timer = setTimeout(
        () => {
          looking = catchUp()
        },
        nextMs * (0.8 + Math.random() / 5),
      ).unref()
  }

  async function keepConnected(): Promise<void> {
    while (!isOver) {
      origin = world.origin()
      const one = connect(origin, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        timeout: 5_000,
        extraHeaders: headers,
      })
      socket = one
      await new Promise<void>((lost) => {
        one.on('connect', () => {
          looking = catchUp()
        })
        one.on('message-added', (message: ChatMessage) => {
          world.received(person.side, message)
          talk.receive(message)
        })
        one.on('connect_error', () => lost())
        one.on('disconnect', () => lost())
        one.io.on('close', () => lost())
      })
      one.disconnect()
      losses++
      await pause(20 + Math.random() * 200)
    }
  }
  const staying = keepConnected()

  /** Drops the connection with whatever is in transit. */
  function cut(): void {
    cutsAtNext = false
    socket?.io.engine?.close()
  }
  const window = {
    name,
    person,
    talk,
    isConnected: () => socket?.connected ?? false,
    cut,
    /** Drops the connection after the next message is sent, before the reply arrives. */
    cutAtNext: () => {
      cutsAtNext = true
    },
    losses: () => losses,
    async close() {
      isOver = true
      clearTimeout(timer)
      socket?.disconnect()
      socket?.io.engine?.close()
      await Promise.race([Promise.all([staying, looking]), pause(patienceMs)])
    },
  }
  return window
}
