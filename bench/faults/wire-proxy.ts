import { createServer, connect as dial, type Socket } from 'node:net'

/** When the program is killed: before the database hears of a write, or when it was done and nobody was told yet. */
export type Moment = 'before' | 'after'
/** Writes since the last `aim`: shortened statements, in order. `hit` is the one that killed. */
export type Seen = { writes: string[]; hit: string | null }

type Aim = { at: number; moment: Moment; kill: () => void }
type Session = { name: string; wrote: boolean }

const writing = /\binsert\s+into\b|(?<!\bfor\s|\bkey\s|\bdo\s)\bupdate\s+[a-z"]|\bdelete\s+from\b|\bnextval\b/i
/** What a statement does, in few words: `insert into payment_order`, or `insert into journal, insert into ledger_entry`. */
const short = (sql: string) =>
  [...sql.matchAll(/\b(insert\s+into|(?<!\bfor\s|\bdo\s|\bkey\s)update|delete\s+from)\s+[\w".]+/gi)]
    .map(([words]) => words.toLowerCase().replace(/\s+/g, ' '))
    .join(', ') || sql.replace(/\s+/g, ' ').trim().slice(0, 60)

/** Cuts a stream into messages of PostgreSQL's protocol (version 3): a letter, a length, a body; the first has no letter. */
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
 * Stands between the program and its database, counts what the program writes, and can kill it at the n-th write: a statement
 * that changes something, or the commit of one. The queue's own connections pass uncounted: they write before and after a job,
 * where the job's own first and last write stand already. It can also cut connections, and be away.
 */
export async function openWireProxy(databasePort: number) {
  let aim: Aim | null = null
  let seen: Seen = { writes: [], hit: null }
  const sockets = new Set<Socket>()
  let isAway = false

  /** Whether this write is the one. */
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
    let state: 'open' | 'awaiting' | 'dead' = 'open'
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
        state = 'awaiting'
      }
      upstream.write(whole)
    })
    // Ready for query: the statement is done. Its answer never arrives.
    const fromServer = cutter(false, (letter) => {
      if (state !== 'awaiting' || letter !== 'Z') return
      state = 'dead'
      aim?.kill()
    })
    client.on('data', fromClient)
    upstream.on('data', (part: Buffer) => {
      if (state === 'open') client.write(part)
      else fromServer(part)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    /** Counts anew; kills at the n-th write from now on, or never. */
    aim(next: Aim | null) {
      aim = next
      seen = { writes: [], hit: null }
    },
    /** What was written since; nothing more is aimed at. */
    read(): Seen {
      aim = null
      return seen
    },
    /** Ends every connection in the middle of whatever it does. */
    cut,
    /** Ends every connection, and each new one, until it is back. */
    setAway(now: boolean) {
      isAway = now
      if (isAway) cut()
    },
    async stop() {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
