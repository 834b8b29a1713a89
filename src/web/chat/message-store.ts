import type { ErrorReply } from '#contract/wire/errors.ts'
import type { ChatMessage, LiveReply } from '#contract/wire/live.ts'

/** A message that is on its way: kept until the server has it, over reloads too. */
export type Outgoing = {
  clientId: string
  message: string
  replyTo: number | null
  /** Address of a finished upload. */
  file: string | null
  writtenAt: string
  /** Why the server does not take it; it waits for its writer to change or drop it. */
  error: ErrorReply | null
}

/** What a conversation needs of the world around it. Every promise may fail: then it is tried again. */
export type MessageStorePorts = {
  send(one: Omit<Outgoing, 'error' | 'writtenAt'>): Promise<LiveReply<ChatMessage>>
  /** Oldest first; `isFirst`: nothing is before these. */
  read(wanted: { before?: number; after?: number }): Promise<{ page: ChatMessage[]; isFirst: boolean }>
  kept: { all(): Outgoing[]; put(one: Outgoing): void; remove(clientId: string): void }
  changed(): void
  newId(): string
  pause(ms: number): Promise<void>
}

export type MessageStore = ReturnType<typeof createMessageStore>

const retryMs = 2_000
const backgroundRetryMs = 5_000
// Nothing is wrong with the message itself.
const transientErrors = new Set(['not-ready', 'internal', 'rate-limited', 'message-too-fast'])

/**
 * One conversation in one window: messages by their numbers without gaps, and those on their way, one after another.
 * What the socket tells may be missing, doubled or out of order; numbers decide, and reading fills what is missing.
 */
export function createMessageStore(ports: MessageStorePorts, first: { page: ChatMessage[]; isFirst: boolean }) {
  const bySeq = new Map(first.page.map((one) => [one.seq, one]))
  let { isFirst } = first
  let lowest = first.page[0]?.seq ?? 1
  // Up to here nothing is missing.
  let whole = first.page.at(-1)?.seq ?? 0
  let outgoing = ports.kept.all()
  let isSending = false
  let reading: Promise<void> | null = null
  let mustReadAgain = false

  function add(one: ChatMessage): void {
    // What is further up comes with its page.
    if (one.seq >= lowest) bySeq.set(one.seq, one)
    while (bySeq.has(whole + 1)) whole++
    if (outgoing.some(({ clientId }) => clientId === one.clientId)) drop(one.clientId)
  }

  function drop(clientId: string): void {
    outgoing = outgoing.filter((one) => one.clientId !== clientId)
    ports.kept.remove(clientId)
    ports.changed()
  }

  /** Reads what came after the last message without a gap. */
  function catchUp(): Promise<void> {
    mustReadAgain = true
    reading ??= (async () => {
      while (mustReadAgain) {
        mustReadAgain = false
        const { page } = await ports.read({ after: whole })
        for (const one of page) add(one)
        // A page may end before the newest.
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
    /** Everything that is shown, in order; what is beyond a gap waits for reading. */
    messages: (): ChatMessage[] => [...bySeq.values()].filter(({ seq }) => seq <= whole).sort((a, b) => a.seq - b.seq),
    outgoing: (): Outgoing[] => outgoing,
    hasOlder: () => !isFirst && lowest > 1,
    /** The number up to which this window has everything. */
    upTo: () => whole,
    /** What the socket told. */
    receive,
    catchUp,
    /** Takes a message to be sent: kept first, sent as soon as that is possible. */
    say(given: { message: string; replyTo?: number | null; file?: string | null }): Outgoing {
      const { message, replyTo = null, file = null } = given
      const one = { clientId: ports.newId(), message, replyTo, file, writtenAt: new Date().toISOString(), error: null }
      put(one)
      sendWaiting().catch(() => {})
      return one
    },
    /** Sends what waits; for every connecting. Fails when the connection does. */
    sendWaiting,
    /** Goes on behind another page until nothing waits, or `isOver` says of a failure that the next try fails too. */
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
    /** Takes a message back that was not sent. */
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
