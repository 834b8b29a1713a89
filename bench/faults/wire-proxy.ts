import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * When the program is killed: before a write reaches the database, or after it succeeded but before its reply arrives.
 */
export type Moment = 'before' | 'after'
/** Writes since the last `aim`: shortened statements, in order. `hit` is the one that triggered the kill. */
export type Seen = { writes: string[]; hit: string | null }

type Aim = { at: number; moment: Moment; kill: () => void }
type Session = { name: string; wrote: boolean }

const writing = /\binsert\s+into\b|(?<!\bfor\s|\bkey\s|\bdo\s)\bupdate\s+[a-z"]|\bdelete\s+from\b|\bnextval\b/i
/** A short form of a statement: `insert into payment_order`, or `insert into journal, insert into ledger_entry`. */
const short = (sql: string) =>
  [...sql.matchAll(/\b(insert\s+into|(?<!\bfor\s|\bdo\s|\bkey\s)update|delete\s+from)\s+[\w".]+/gi)]
    .map(([words]) => words.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' '))
    .join(', ') || sql.replace(/\s+/g, ' ').trim().slice(0, 60)

/**
 * Splits a stream into PostgreSQL protocol messages (version 3): type byte, length, body; the first has no type byte.
 */
function cutter(isFirstBare: boolean, take: (letter: string, body: Buffer, whole: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let isBare = isFirstBare
  return (part: Buffer) => {
    rest = Buffer.concat([rest, part])
    for (;;) {
      const head = isBare ? 0 : 1
      if (rest.length < head + 4) return
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) return
      const whole = rest.subarray(0, size)
      rest = rest.subarray(size)
      const letter = isBare ? '' : String.fromCharCode(whole[0] ?? 0)
      isBare = false
      take(letter, whole.subarray(head + 4), whole)
    }
  }
}

/**
 * A proxy between the program and its database that counts writes and can kill the program at the n-th one: a
 * statement that changes something, or its commit. The queue's own connections are not counted, because they write
 * before and after a job, where its first and last write are. It can also drop connections and simulate an outage.
 */
export async function openWireProxy(databasePort: number) {
  let aim: Aim | null = null
  let seen: Seen = { writes: [], hit: null }
  const sockets = new Set<Socket>()
  let isAway = false
  let isFrozen = false

  /** Whether this write is the target. */
  function count(what: string): boolean {
    seen.writes.push(what)
    if (!aim || seen.hit !== null || seen.writes.length !== aim.at) return false
    seen.hit = what
    return true
  }

  function isHit(session: Session, text: string): boolean {
    if (session.name.endsWith(' jobs')) return false
    if (/^\s*(begin|start transaction|rollback)\b/i.test(text)) session.wrote = false
    else if (/^\s*commit\b/i.test(text)) {
      const { wrote } = session
      session.wrote = false
      return wrote && count('commit')
    } else if (writing.test(text)) {
      session.wrote = true
      return count(short(text))
    }
    return false
  }

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (isAway) {
      client.destroy()
      return
    }
    const upstream = dial(databasePort, '127.0.0.1')
    const session: Session = { name: '', wrote: false }
    let state: 'open' | 'dead' = 'open'
    // The program sends statements without waiting: replies come in order, each ended by ReadyForQuery.
    let sent = 0
    let done = 0
    let withheld = Number.POSITIVE_INFINITY
    const stop = () => {
      state = 'dead'
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', stop)
      socket.on('close', () => {
        sockets.delete(socket)
        stop()
      })
    }
    const fromClient = cutter(true, (letter, body, whole) => {
      if (state === 'dead') return
      if (letter === '') session.name = /application_name\0([^\0]*)/.exec(body.toString('latin1'))?.[1] ?? ''
      const text = letter === 'Q' ? body : letter === 'P' ? body.subarray(body.indexOf(0) + 1) : null
      if (text && isHit(session, text.subarray(0, text.indexOf(0)).toString())) {
        if (aim?.moment === 'before') {
          state = 'dead'
          aim.kill()
          return
        }
        withheld = sent
      }
      if (letter === '' || letter === 'Q' || letter === 'S') sent++
      upstream.write(whole)
    })
    const fromServer = cutter(false, (letter, _, whole) => {
      if (state === 'dead') return
      if (done < withheld) client.write(whole)
      if (letter !== 'Z' || done++ < withheld) return
      state = 'dead'
      aim?.kill()
    })
    client.on('data', fromClient)
    upstream.on('data', fromServer)
    if (isFrozen) client.pause()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    /** Resets the count and sets the write to kill at; null for none. */
    aim(next: Aim | null) {
      aim = next
      seen = { writes: [], hit: null }
    },
    /** The writes so far; clears the target. */
    read(): Seen {
      aim = null
      return seen
    },
    /** Drops every connection immediately. */
    cut,
    /** Drops every connection, and refuses new ones, until it is back. */
    setAway(now: boolean) {
      isAway = now
      if (isAway) cut()
    },
    /** Keeps connections open, accepts new ones, and answers nothing. */
    freeze(now: boolean) {
      isFrozen = now
      for (const socket of sockets) isFrozen ? socket.pause() : socket.resume()
    },
    async stop() {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
