import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ReplicaServer, startReplicas } from '#test/replica-server.ts'
import { memoryFolder } from '../../../scripts/scratch-folder.ts'
import { checkServer } from './database.ts'
import { openPostgres, type RunningPostgres } from './embedded-postgres.ts'
import { recoveryWait } from './recovery.ts'

const folder = memoryFolder('recovery')
let primary: RunningPostgres
let restored: ReplicaServer
let url: string
beforeAll(async () => {
  primary = await openPostgres({ dataDir: join(folder, 'primary'), role: 'owner', fast: true })
  const [server] = await startReplicas({ folder: join(folder, 'primary'), url: primary.url }, [
    join(folder, 'restored'),
  ])
  if (!server) throw new Error('no server')
  restored = server
  url = Object.assign(new URL(primary.url), { port: String(restored.port) }).href
}, 120_000)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await restored.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const waiting = 'PostgreSQL restores a backup: waiting until it is done …'
const spoken = () => vi.spyOn(console, 'log').mockImplementation(() => {})

/** A server that refuses its first connections as PostgreSQL does before its restored state is consistent. */
async function startingServer(refusals: number, to: number) {
  let left = refusals
  const text = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0'
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(text)])
  refusal.writeInt32BE(refusal.length - 1, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (left-- > 0) return socket.once('data', () => socket.end(refusal))
    const real = connect(to, '127.0.0.1').on('error', () => socket.destroy())
    socket.pipe(real).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, refused: () => refusals - Math.max(0, left), server }
}

test('waits for a server that restores a backup until it takes writes, and says so once', async () => {
  const said = spoken()
  let isDone = false
  const checking = checkServer(url).then(() => {
    isDone = true
  })
  await expect.poll(() => said.mock.calls.length).toBe(1)
  expect(isDone).toBe(false)
  // The client must not end before the server has left its recovery.
  await restored.query('select pg_promote()')
  await checking
  expect(said.mock.calls).toEqual([[waiting]])
})

test('waits for a server that does not take connections yet', async () => {
  const said = spoken()
  const { port, refused, server } = await startingServer(2, Number(new URL(primary.url).port))
  await checkServer(Object.assign(new URL(primary.url), { port: String(port) }).href)
  server.close()
  expect([refused(), said.mock.calls]).toEqual([2, [[waiting]]])
})

test('gives up with a sentence after its time', async () => {
  spoken()
  const { port, server } = await startingServer(Number.POSITIVE_INFINITY, 0)
  const tries = checkServer(Object.assign(new URL(primary.url), { port: String(port) }).href, recoveryWait(0))
  await expect(tries).rejects.toThrow('PostgreSQL did not start within 0 minutes: it may still restore a backup.')
  server.close()
})
