import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/test-app.ts'
import { createLog } from './log.ts'

const lines: { level: number; msg?: string }[] = []
let app: TestApp
const sockets: Socket[] = []
beforeAll(async () => {
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  app = await testApp({ listen: true, log })
})
afterEach(() => {
  for (const one of sockets.splice(0)) one.destroy()
})
afterAll(() => app.stop())

async function open(text: string): Promise<Socket> {
  const { port } = app.app.server.address() as AddressInfo // safe: it listens on a port
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
/** All that the server sends until it closes the connection. */
const replyTo = async (socket: Socket) => Buffer.concat(await socket.toArray()).toString()
/** Connections to the database in use. */
async function atWork(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(app.db)
  return rows[0]?.n ?? -1
}
const post = (length: number) =>
  `POST /api/otp/send-otp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`

test('ends a request whose body or headers do not arrive in time with 408', async () => {
  const { server } = app.app
  const { requestTimeout, headersTimeout } = server
  expect([requestTimeout, headersTimeout]).toEqual([120_000, 20_000])
  try {
    Object.assign(server, { requestTimeout: 1_000, headersTimeout: 1_000 })
    const slow = await Promise.all([
      open(`${post(100)}\r\n{"mobile": "98`),
      open(post(100)),
      // A body that arrives byte by byte.
      open(`${post(100_000)}\r\n`).then((socket) => {
        const sending = setInterval(() => socket.write(' '), 50)
        socket.on('close', () => clearInterval(sending))
        return socket
      }),
    ])
    for (const reply of await Promise.all(slow.map(replyTo))) expect(reply).toMatch(/^HTTP\/1\.1 408 /)
  } finally {
    Object.assign(server, { requestTimeout, headersTimeout })
  }
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
}, 30_000)

test('counts requests whose connection is gone without an error', async () => {
  const body = '{"mobile": "9826014210", "userType": "student"}'
  for (let n = 0; n < 40; n++) {
    const socket = await open(`${post(body.length)}\r\n${body}`)
    socket.resetAndDestroy()
  }
  // Requests that came before it have been handled.
  expect((await fetch(`${app.address}/api/site`)).status).toBe(200)
  await expect.poll(atWork).toBe(0)
  await expect.poll(() => new Promise((resolve) => app.app.server.getConnections((_, n) => resolve(n)))).toBeLessThan(3)
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
}, 30_000)
