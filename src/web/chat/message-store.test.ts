import { expect, test } from 'vitest'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'
import { createMessageStore, type MessageStorePorts, type Outgoing } from './message-store.ts'

const message = (seq: number, clientId = `c${seq}`): ChatMessage => ({
  _id: `m${seq}`,
  conversation: 'c',
  seq,
  sender: 'f',
  side: 'family',
  message: `text ${seq}`,
  isMasked: false,
  clientId,
  replyTo: null,
  file: null,
  sentAt: '2026-11-20T06:30:00.000Z',
})

/** A store over a fake server that holds `stored`. */
function storeOver(
  stored: ChatMessage[],
  more: Partial<MessageStorePorts> = {},
  initial: Outgoing[] = [],
  page: ChatMessage[] = [],
) {
  const outbox = new Map(initial.map((one) => [one.clientId, one]))
  let ids = 0
  const asked: unknown[] = []
  const ports: MessageStorePorts = {
    async send(one) {
      const known = stored.find(({ clientId }) => clientId === one.clientId)
      const data = known ?? { ...message(stored.length + 1, one.clientId), message: one.message }
      if (!known) stored.push(data)
      return { ok: true, data }
    },
    async read(wanted) {
      asked.push(wanted)
      const { before = Number.MAX_SAFE_INTEGER, after = 0 } = wanted
      const fitting = stored.filter(({ seq }) => seq > after && seq < before)
      const page = wanted.after === undefined ? fitting.slice(-2) : fitting.slice(0, 2)
      return { page, isFirst: page[0]?.seq === 1 }
    },
    outbox: {
      all: () => [...outbox.values()],
      put: (one) => void outbox.set(one.clientId, one),
      remove: (clientId) => void outbox.delete(clientId),
    },
    onChange: () => {},
    createId: () => `new${++ids}`,
    delay: async () => {},
    ...more,
  }
  return { store: createMessageStore(ports, { page, isFirst: page.length === 0 }), outbox, asked }
}
const seqs = (one: { store: ReturnType<typeof createMessageStore> }) => one.store.messages().map(({ seq }) => seq)

test('shows duplicates once and holds back messages after a gap', async () => {
  const stored = [1, 2, 3, 4, 5].map((seq) => message(seq))
  const one = storeOver(stored)
  one.store.receive(message(1))
  one.store.receive(message(1))
  one.store.receive(message(5))
  expect(seqs(one)).toEqual([1])
  await one.store.catchUp()
  expect(seqs(one)).toEqual([1, 2, 3, 4, 5])
})

test('a changed message replaces the old one if its page is loaded', async () => {
  const stored = [1, 2, 3, 4].map((seq) => message(seq))
  const one = storeOver(stored, {}, [], stored.slice(2))
  const hidden = (seq: number) => ({ ...message(seq), message: '••••••••••', isMasked: true })
  one.store.receive(hidden(2))
  one.store.receive(hidden(3))
  expect(one.store.messages().map(({ message: text }) => text)).toEqual(['••••••••••', 'text 4'])
  await one.store.loadOlder()
  expect(seqs(one)).toEqual([1, 2, 3, 4])
})

test('stores a message until the server has it and retries with the same client id', async () => {
  const stored: ChatMessage[] = []
  let tries = 0
  const one = storeOver(stored, {
    async send(given): Promise<LiveReply<ChatMessage>> {
      tries++
      // Stored, but the acknowledgement is lost.
      if (tries === 1) stored.push(message(1, given.clientId))
      if (tries === 1) throw new Error('the connection broke')
      return { ok: true, data: stored[0] ?? message(9) }
    },
  })
  one.store.enqueue({ message: 'hello' })
  await expect.poll(() => tries).toBe(1)
  expect([one.store.outgoing().length, one.outbox.size]).toEqual([1, 1])
  await one.store.sendPending()
  expect([seqs(one), one.store.outgoing().length, one.outbox.size]).toEqual([[1], 0, 0])
})

test('waits for a busy server; a refused message stays while the next one is sent', async () => {
  const codes = ['message-too-fast', 'chat-ended'] as const
  const pauses: number[] = []
  let tries = 0
  const one = storeOver([], {
    delay: async (ms) => void pauses.push(ms),
    async send(given): Promise<LiveReply<ChatMessage>> {
      const code = codes[tries++]
      if (!code) return { ok: true, data: message(1, given.clientId) }
      return { ok: false, error: { code, message: code, requestId: 'r', details: { retryMs: '70' } } }
    },
  })
  const first = one.store.enqueue({ message: 'refused' })
  one.store.enqueue({ message: 'taken' })
  await expect.poll(() => seqs(one)).toEqual([1])
  expect(pauses).toEqual([70])
  expect(one.store.outgoing().map(({ error }) => error?.code)).toEqual(['chat-ended'])
  one.store.discard(first.clientId)
  expect(one.outbox.size).toBe(0)
})

test('sends messages stored before a reload and loads older pages on request', async () => {
  const stored = [1, 2, 3].map((seq) => message(seq))
  const waiting: Outgoing = {
    clientId: 'w',
    message: 'from before',
    replyTo: null,
    file: null,
    writtenAt: '',
    error: null,
  }
  const one = storeOver(stored, {}, [waiting])
  await one.store.sendPending()
  expect(stored.at(-1)).toMatchObject({ seq: 4, message: 'from before' })
  expect(one.outbox.size).toBe(0)
})

test('orders by sequence number, not by the device’s clock', async () => {
  const waiting = ['2031-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z'].map((writtenAt, i): Outgoing => {
    return { clientId: `w${i}`, message: `waiting ${i}`, replyTo: null, file: null, writtenAt, error: null }
  })
  const one = storeOver([message(1)], {}, waiting)
  await one.store.sendPending()
  await one.store.catchUp()
  expect(one.store.messages().map(({ clientId }) => clientId)).toEqual(['c1', 'w0', 'w1'])
})

test('sends pending messages after leaving the page, until a login is required', async () => {
  const stored: ChatMessage[] = []
  const pauses: number[] = []
  let tries = 0
  const one = storeOver(stored, {
    delay: async (ms) => void pauses.push(ms),
    async send(given): Promise<LiveReply<ChatMessage>> {
      if (++tries % 3 !== 0) throw new Error(tries === 4 ? 'logged out' : 'no network')
      stored.push(message(stored.length + 1, given.clientId))
      return { ok: true, data: message(stored.length, given.clientId) }
    },
  })
  one.store.enqueue({ message: 'hello' })
  await expect.poll(() => tries).toBe(1)
  await one.store.sendInBackground(() => false)
  expect([stored.length, one.store.outgoing().length, pauses]).toEqual([1, 0, [5_000]])
  one.store.enqueue({ message: 'again' })
  await one.store.sendInBackground((error) => error instanceof Error)
  expect([stored.length, one.outbox.size]).toEqual([1, 1])
})
