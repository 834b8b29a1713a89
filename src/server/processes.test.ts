import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { testConfig } from '#test/harness.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createLog } from './platform/log.ts'
import { openProcesses } from './processes.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A process that serves at once, and ends when it is told to. */
class FakeProcess extends EventEmitter {
  process = { pid: 1, kill: () => true }
  constructor() {
    super()
    setImmediate(() => this.emit('message', { lines: ['Open'] }))
  }
  isConnected() {
    return true
  }
  send(order: unknown) {
    if (order === 'stop') setImmediate(() => this.emit('exit', 0, null))
  }
}

/** Processes that `openProcesses` makes, in their order, instead of real ones. */
function fakeProcesses() {
  const made: FakeProcess[] = []
  const fork = vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const one = new FakeProcess()
    made.push(one)
    return one as unknown as Worker // safe: has what openProcesses uses
  })
  return { made, fork }
}

test('tries again, after growing waits, when the system refuses a new process', async () => {
  const lines: { event?: string; waitMs?: number; msg?: string }[] = []
  const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const { made, fork } = fakeProcesses()
  const life = createLifecycle(() => {})
  expect(await openProcesses(testConfig({ WORKERS: '2' }), { url: '', log, life })).toEqual(['Open'])
  fork.mockImplementationOnce(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  })
  made[1]?.emit('exit', null, 'SIGKILL')
  await expect.poll(() => made.length, { timeout: 20_000 }).toBe(3)
  const waits = lines.flatMap(({ event, waitMs }) => (event === 'process-ended' ? [waitMs] : []))
  expect([waits, lines.filter(({ msg }) => msg === 'a process was not started').length]).toEqual([[1000, 2000], 1])
  await life.close()
  expect(made[2]?.listenerCount('exit')).toBe(0)
}, 30_000)

test('tries again when the system refuses to replace a process that ran for long', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const log = createLog({ logLevel: 'fatal' })
  const { made, fork } = fakeProcesses()
  const life = createLifecycle(() => {})
  await openProcesses(testConfig({ WORKERS: '2' }), { url: '', log, life })
  fork.mockImplementationOnce(() => {
    throw new Error('spawn ENOMEM')
  })
  vi.setSystemTime(Date.now() + 61_000)
  made[1]?.emit('exit', null, 'SIGKILL')
  await expect.poll(() => made.length, { timeout: 20_000 }).toBe(3)
  await life.close()
}, 30_000)

test('ends the start when its first process is refused', async () => {
  const log = createLog({ logLevel: 'fatal' })
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    throw new Error('spawn ENOMEM')
  })
  const life = createLifecycle(() => {})
  const opening = openProcesses(testConfig({ WORKERS: '2' }), { url: '', log, life })
  await expect(opening).rejects.toThrow('A process of WORKERS did not start.')
  await life.close()
})
