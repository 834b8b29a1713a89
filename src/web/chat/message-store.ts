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
  outbox: { all(): Outgoing[]; put(one: Outgoing): void; remove(clientId: string): void }
  onChange(): void
  createId(): string
  delay(ms: number): Promise<void>
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
  let oldestSeq = first.page[0]?.seq ?? 1
  // Highest sequence number without a gap below it.
  let contiguousSeq = first.page.at(-1)?.seq ?? 0
  let outgoing = ports.outbox.all()
  let isSending = false
  let reading: Promise<void> | null = null
  let mustReadAgain = false

  function add(one: ChatMessage): void {
    // Messages further up arrive with their page.
    if (one.seq >= oldestSeq) bySeq.set(one.seq, one)
    while (bySeq.has(contiguousSeq + 1)) contiguousSeq++
    if (outgoing.some(({ clientId }) => clientId === one.clientId)) discard(one.clientId)
  }

  function discard(clientId: string): void {
    outgoing = outgoing.filter((one) => one.clientId !== clientId)
    ports.outbox.remove(clientId)
    ports.onChange()
  }

  /** Reads the messages after the last one without a gap. */
  function catchUp(): Promise<void> {
    mustReadAgain = true
    reading ??= (async () => {
      while (mustReadAgain) {
        mustReadAgain = false
        const { page } = await ports.read({ after: contiguousSeq })
        for (const one of page) add(one)
        // The page may end before the newest message.
        if (page.length > 0) mustReadAgain = true
        ports.onChange()
      }
    })().finally(() => {
      reading = null
    })
    return reading
  }

  async function sendPending(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (let one = nextPending(); one; one = nextPending()) {
        const { error: _, writtenAt: __, ...given } = one
        const reply = await ports.send(given)
        if (reply.ok) {
          receive(reply.data)
          discard(one.clientId)
        } else if (transientErrors.has(reply.error.code)) {
          await ports.delay(Number(reply.error.details?.retryMs ?? retryMs))
        } else {
          put({ ...one, error: reply.error })
        }
      }
    } finally {
      isSending = false
    }
  }
  const nextPending = () => outgoing.find(({ error }) => error === null)

  function put(one: Outgoing): void {
    const isKnown = outgoing.some(({ clientId }) => clientId === one.clientId)
    outgoing = isKnown ? outgoing.map((old) => (old.clientId === one.clientId ? one : old)) : [...outgoing, one]
    ports.outbox.put(one)
    ports.onChange()
  }

  function receive(one: ChatMessage): void {
    add(one)
    if (one.seq > contiguousSeq) catchUp().catch(() => {})
    ports.onChange()
  }

  return {
    /** Messages in order, up to the first gap. */
    messages: (): ChatMessage[] =>
      [...bySeq.values()].filter(({ seq }) => seq <= contiguousSeq).sort((a, b) => a.seq - b.seq),
    outgoing: (): Outgoing[] => outgoing,
    hasOlder: () => !isFirst && oldestSeq > 1,
    /** Highest sequence number without a gap below it. */
    lastSeq: () => contiguousSeq,
    /** Handles a message event of the socket. */
    receive,
    catchUp,
    /** Stores a message and sends it as soon as possible. */
    enqueue(input: { message: string; replyTo?: number | null; file?: string | null }): Outgoing {
      const { message, replyTo = null, file = null } = input
      const one = {
        clientId: ports.createId(),
        message,
        replyTo,
        file,
        writtenAt: new Date().toISOString(),
        error: null,
      }
      put(one)
      sendPending().catch(() => {})
      return one
    },
    /** Sends pending messages; called at every connect. Rejects without a connection. */
    sendPending,
    /** Keeps sending after the page was left, until nothing is pending or `isOver` tells that retries cannot succeed. */
    async sendInBackground(isOver: (error: unknown) => boolean): Promise<void> {
      while (nextPending()) {
        try {
          await sendPending()
        } catch (error) {
          if (isOver(error)) return
        }
        if (nextPending()) await ports.delay(backgroundRetryMs)
      }
    },
    retry(clientId: string): void {
      const one = outgoing.find((each) => each.clientId === clientId)
      if (one) put({ ...one, error: null })
      sendPending().catch(() => {})
    },
    /** Removes a message that was not sent. */
    discard,
    async loadOlder(): Promise<void> {
      const { page, isFirst: isStart } = await ports.read({ before: oldestSeq })
      for (const one of page) bySeq.set(one.seq, one)
      oldestSeq = page[0]?.seq ?? oldestSeq
      isFirst = isStart || page.length === 0
      ports.onChange()
    },
  }
}
