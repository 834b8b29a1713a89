import type { ErrorReply } from '#contract/wire/errors.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'

/** A message being sent; stored locally until the server has it, across reloads. */
export type Outgoing = {
  clientId: string
  message: string
  replyTo: number | null
  /** URL of a finished upload. */
  file: string | null
  writtenAt: string
  /** Why the server refused it; it waits until the sender retries or deletes it. */
  error: ErrorReply | null
}

/** Dependencies of a message store. Rejected promises are retried. */
export type MessageStorePorts = {
  send(one: Omit<Outgoing, 'error' | 'writtenAt'>): Promise<LiveReply<ChatMessage>>
  /** Oldest first; `isFirst` means the page starts with the first message. */
  read(wanted: { before?: number; after?: number }): Promise<{ page: ChatMessage[]; isFirst: boolean }>
  kept: { all(): Outgoing[]; put(one: Outgoing): void; remove(clientId: string): void }
  changed(): void
  newId(): string
  pause(ms: number): Promise<void>
}

export type MessageStore = ReturnType<typeof createMessageStore>

const retryMs = 2_000
const backgroundRetryMs = 5_000
// Errors not caused by the message itself; sending is retried.
const transientErrors = new Set(['not-ready', 'internal', 'rate-limited', 'message-too-fast'])

/**
 * Messages of one conversation in one window: received ones by gapless sequence numbers, and an outbox sent in order. Socket events
 * may be missing, duplicated or out of order; sequence numbers decide, and a read fills gaps.
 */
export function createMessageStore(ports: MessageStorePorts, first: { page: ChatMessage[]; isFirst: boolean }) {
  const bySeq = new Map(first.page.map((one) => [one.seq, one]))
  let { isFirst } = first
  let lowest = first.page[0]?.seq ?? 1
  // Highest sequence number without a gap below it.
  let whole = first.page.at(-1)?.seq ?? 0
  let outgoing = ports.kept.all()
  let isSending = false
  let reading: Promise<void> | null = null
  let mustReadAgain = false

  function add(one: ChatMessage): void {
    // Messages further up arrive with their page.
    if (one.seq >= lowest) bySeq.set(one.seq, one)
    while (bySeq.has(whole + 1)) whole++
    if (outgoing.some(({ clientId }) => clientId === one.clientId)) drop(one.clientId)
  }

  function drop(clientId: string): void {
    outgoing = outgoing.filter((one) => one.clientId !== clientId)
    ports.kept.remove(clientId)
    ports.changed()
  }

  /** Reads the messages after the last one without a gap. */
  function catchUp(): Promise<void> {
    mustReadAgain = true
    reading ??= (async () => {
      while (mustReadAgain) {
        mustReadAgain = false
        const { page } = await ports.read({ after: whole })
        for (const one of page) add(one)
        // The page may end before the newest message.
        if (page.length > 0) mustReadAgain = true
        ports.changed()
      }
    })().finally(() => {
      reading = null
    })
    return reading
  }

  async function sendWaiting(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (let one = nextWaiting(); one; one = nextWaiting()) {
        const { error: _, writtenAt: __, ...given } = one
        const reply = await ports.send(given)
        if (reply.ok) {
          receive(reply.data)
          drop(one.clientId)
        } else if (transientErrors.has(reply.error.code)) {
          await ports.pause(Number(reply.error.details?.retryMs ?? retryMs))
        } else {
          put({ ...one, error: reply.error })
        }
      }
    } finally {
      isSending = false
    }
  }
  const nextWaiting = () => outgoing.find(({ error }) => error === null)

  function put(one: Outgoing): void {
    const isKnown = outgoing.some(({ clientId }) => clientId === one.clientId)
    outgoing = isKnown ? outgoing.map((old) => (old.clientId === one.clientId ? one : old)) : [...outgoing, one]
    ports.kept.put(one)
    ports.changed()
  }

  function receive(one: ChatMessage): void {
    add(one)
    if (one.seq > whole) catchUp().catch(() => {})
    ports.changed()
  }

  return {
    /** Messages in order, up to the first gap. */
    messages: (): ChatMessage[] => [...bySeq.values()].filter(({ seq }) => seq <= whole).sort((a, b) => a.seq - b.seq),
    outgoing: (): Outgoing[] => outgoing,
    hasOlder: () => !isFirst && lowest > 1,
    /** Highest sequence number without a gap below it. */
    upTo: () => whole,
    /** Handles a message event of the socket. */
    receive,
    catchUp,
    /** Stores a message and sends it as soon as possible. */
    say(given: { message: string; replyTo?: number | null; file?: string | null }): Outgoing {
      const { message, replyTo = null, file = null } = given
      const one = { clientId: ports.newId(), message, replyTo, file, writtenAt: new Date().toISOString(), error: null }
      put(one)
      sendWaiting().catch(() => {})
      return one
    },
    /** Sends pending messages; called at every connect. Rejects without a connection. */
    sendWaiting,
    /** Keeps sending after the page was left, until nothing is pending or `isOver` tells that retries cannot succeed. */
    async sendBehind(isOver: (error: unknown) => boolean): Promise<void> {
      while (nextWaiting()) {
        try {
          await sendWaiting()
        } catch (error) {
          if (isOver(error)) return
        }
        if (nextWaiting()) await ports.pause(backgroundRetryMs)
      }
    },
    retry(clientId: string): void {
      const one = outgoing.find((each) => each.clientId === clientId)
      if (one) put({ ...one, error: null })
      sendWaiting().catch(() => {})
    },
    /** Removes a message that was not sent. */
    drop,
    async older(): Promise<void> {
      const { page, isFirst: isStart } = await ports.read({ before: lowest })
      for (const one of page) bySeq.set(one.seq, one)
      lowest = page[0]?.seq ?? lowest
      isFirst = isStart || page.length === 0
      ports.changed()
    },
  }
}
