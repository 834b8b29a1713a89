import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { connect, type Socket } from 'socket.io-client'
import { makePairs, type Person } from '#bench/delivery/people.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import type { Measured } from './measured-process.ts'

const pairs = 500
const held = 2_000
const openingAtOnce = 50
const inFlight = 8
const warmSeconds = 2
const roundSeconds = 5
const rounds = 2
const text = 'Namaste, kal ki class 5 baje rakh sakte hain? Aarav ka test Friday ko hai.'

type Server = { name: string; server: Measured; origin: string }
type Talker = { person: Person; socket: Socket; other: Socket }
type Sent = { rate: number; p50: number; p99: number; cpuMs: number; queries: number; refused: number }

/** Pins a process to one core where the system allows it; the clients stay on the others. */
async function pin(pid: number, cores: string): Promise<boolean> {
  return await promisify(execFile)('taskset', ['-a', '-c', '-p', cores, String(pid)]).then(
    () => true,
    () => false,
  )
}

const open = (origin: string, { id, cookie }: Person): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connect(origin, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { room: id },
      extraHeaders: { cookie, origin: origin.replace('127.0.0.1', 'localhost') },
    })
    socket.once('connect', () => done(socket)).once('connect_error', fail)
  })

/** Opens many windows, a number of them at once, and measures the cost of each. */
async function hold(
  { server, origin }: Server,
  people: Person[],
): Promise<{ sockets: Socket[]; rate: number; kb: number }> {
  const before = await server.read('collect')
  const began = performance.now()
  const sockets: Socket[] = []
  const waiting = Array.from({ length: held }, (_, i) => people[i % people.length])
  const opening = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) sockets.push(await open(origin, one))
  }
  await Promise.all(Array.from({ length: openingAtOnce }, opening))
  const seconds = (performance.now() - began) / 1000
  const after = await server.read('collect')
  return { sockets, rate: held / seconds, kb: ((after.heldMb - before.heldMb) * 1024) / held }
}

/** Keeps a few messages in flight, each from another person, until the other side receives it. */
async function send({ server }: Server, talkers: Talker[], seconds: number): Promise<Sent> {
  const heard = new Map<string, () => void>()
  const hear = ({ clientId }: { clientId: string }) => heard.get(clientId)?.()
  for (const { other } of talkers) other.on('message-added', hear)
  const before = await server.read()
  const began = performance.now()
  const latencies: number[] = []
  let refused = 0
  let turn = 0
  const lane = async () => {
    while (performance.now() - began < seconds * 1000) {
      const talker = talkers[turn++ % talkers.length]
      if (!talker) return
      const clientId = randomUUID()
      const at = performance.now()
      const arrived = new Promise<void>((done) => heard.set(clientId, done)).then(() => performance.now())
      const reply = await talker.socket.emitWithAck('send-message', {
        receiver: talker.person.other,
        message: text,
        clientId,
      })
      if (reply.ok) latencies.push((await arrived) - at)
      else refused++
      heard.delete(clientId)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const took = (performance.now() - began) / 1000
  const after = await server.read()
  for (const { other } of talkers) other.off('message-added', hear)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    rate: latencies.length / took,
    p50: at(0.5),
    p99: at(0.99),
    refused,
    cpuMs: (after.cpuMs - before.cpuMs) / latencies.length,
    queries: (after.queries - before.queries) / latencies.length,
  }
}

/** Open windows and messages per second of one process on one core, next to bare Socket.IO in the same run. */
export async function benchChat(databaseUrl: string, app: Measured, bare: Measured): Promise<boolean> {
  const isPinned =
    (await pin(app.pid, '0')) &&
    (await pin(bare.pid, '0')) &&
    (await pin(process.pid, `1-${availableParallelism() - 1}`))
  console.log(isPinned ? 'each server on core 0, the clients on the others' : 'not pinned to cores: taskset is missing')
  const db = openDatabase(openPool(databaseUrl, { connections: 2, name: 'mentorsetu bench' }))
  const made = await makePairs(db, pairs).finally(() => db.destroy())
  const people = made.flatMap(({ family, mentor }) => [family, mentor])
  const servers: Server[] = [
    { name: 'bare Socket.IO', server: bare, origin: bare.origin },
    { name: 'chat', server: app, origin: app.origin },
  ]
  const talkers: Talker[][] = []
  const opened = []
  for (const one of servers) {
    const { sockets, rate, kb } = await hold(one, people)
    opened.push(rate)
    console.log(`${one.name.padEnd(16)} ${held} windows: ${rate.toFixed(0)} opened/s, ${kb.toFixed(0)} kB each`)
    const byRoom = new Map(sockets.map((socket) => [(socket.auth as { room: string }).room, socket]))
    talkers.push(
      people.flatMap((person) => {
        const socket = byRoom.get(person.id)
        const other = byRoom.get(person.other)
        return socket && other ? [{ person, socket, other }] : []
      }),
    )
  }
  // A mentor may only reply to a family that wrote first.
  for (const { person, socket } of talkers[1] ?? []) {
    if (person.side === 'family')
      await socket.emitWithAck('send-message', { receiver: person.other, message: 'Namaste' })
  }
  const results = servers.map((): Sent[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, one] of servers.entries()) {
      await send(one, talkers[i] ?? [], warmSeconds)
      results[i]?.push(await send(one, talkers[i] ?? [], roundSeconds))
    }
  }
  console.log(
    `\n${inFlight} messages in flight, ${rounds} rounds of ${roundSeconds} s each after ${warmSeconds} s, ${held} windows open`,
  )
  console.log(`${'server'.padEnd(16)}  messages/s  p50 ms  p99 ms  Node CPU ms  queries  refused`)
  const means = results.map((some) => {
    const mean = (key: keyof Sent) => some.reduce((sum, one) => sum + one[key], 0) / some.length
    return {
      rate: mean('rate'),
      p50: mean('p50'),
      p99: mean('p99'),
      cpuMs: mean('cpuMs'),
      queries: mean('queries'),
      refused: mean('refused'),
    }
  })
  for (const [i, { rate, p50, p99, cpuMs, queries, refused }] of means.entries()) {
    const cells = [
      rate.toFixed(0).padStart(10),
      p50.toFixed(1).padStart(7),
      p99.toFixed(1).padStart(7),
      cpuMs.toFixed(2).padStart(12),
    ]
    console.log(
      `${(servers[i]?.name ?? '').padEnd(16)}  ${cells.join(' ')} ${queries.toFixed(1).padStart(8)} ${refused.toFixed(0).padStart(8)}`,
    )
  }
  const [floor, ours] = means
  console.log(
    `chat to bare Socket.IO: ${(((ours?.rate ?? 0) / (floor?.rate ?? 1)) * 100).toFixed(1)} % of its messages per second`,
  )
  return means.every(({ rate }) => rate > 0)
}
