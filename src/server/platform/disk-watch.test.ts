import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDisk } from './disk-watch.ts'
import { createLog } from './log.ts'

let folder: string
let lines: { event: string; level: number }[] = []
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  folder = mkdtempSync(join(tmpdir(), 'mentorsetu-disk-'))
  mkdirSync(join(folder, 'postgres'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('reports each change of free space once', () => {
  const free = [9e9, 1e9, 1e9, 1e8, 1e8, 1e9, 9e9, 9e9]
  const stop = watchDisk(folder, log, () => free.shift() ?? 9e9)
  vi.advanceTimersByTime(7 * 30_000)
  stop()
  const told = lines.map(({ event, level }) => [level, event])
  expect(told).toEqual([
    [40, 'disk-low'],
    [50, 'disk-critical'],
    [40, 'disk-ok'],
  ])
})

test('empties a long log of PostgreSQL and keeps the part before', () => {
  const file = join(folder, 'postgres/server.log')
  writeFileSync(file, 'a'.repeat(5_000_001))
  const stop = watchDisk(folder, log)
  stop()
  expect(statSync(file).size).toBe(0)
  expect(readFileSync(`${file}.1`)).toHaveLength(5_000_001)
})
