import { copyFileSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from './log.ts'

const checkMs = 30_000
const maxLogBytes = 5_000_000
const lowBytes = 2_000_000_000
const criticalBytes = 500_000_000
type Level = 'ok' | 'low' | 'critical'

/** Free bytes for users other than root on the disk of a folder. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Watches the disk of the data folder, reports to the log when space gets low, critical and enough again, and keeps the log of
 * the embedded PostgreSQL under 5 MB, with one earlier part beside it. @returns how to stop
 */
export function watchDisk(dataDir: string, log: Log, freeBytes: () => number = () => freeBytesOf(dataDir)): () => void {
  let before: Level = 'ok'
  function check(): void {
    const free = freeBytes()
    const now: Level = free < criticalBytes ? 'critical' : free < lowBytes ? 'low' : 'ok'
    const line = { event: `disk-${now}`, freeMegabytes: Math.round(free / 1e6), folder: dataDir }
    if (now === 'critical' && now !== before) log.error(line, 'the disk is almost full: free space or enlarge it now')
    else if (now === 'low' && before === 'ok') log.warn(line, 'the disk is getting full')
    else if (now === 'ok' && before !== 'ok') log.warn(line, 'the disk has enough space again')
    before = now
    shorten(join(dataDir, 'postgres/server.log'))
  }
  const checkQuietly = () => {
    try {
      check()
    } catch (error) {
      log.warn({ err: error, event: 'disk-check-failed' }, 'the data folder could not be checked')
    }
  }
  checkQuietly()
  const timer = setInterval(checkQuietly, checkMs).unref()
  return () => clearInterval(timer)
}

/** PostgreSQL appends, so it goes on writing at the start of the emptied file. */
function shorten(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < maxLogBytes) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}
