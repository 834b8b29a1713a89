import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Trial } from './bad-gateway.ts'
import type { TestedSite } from './hiccups.ts'

/** Public pages that were read before the database went away. */
const known = ['/', '/mentors', '/hi/mentors', '/about-us']
const maxMs = { page: 2_000, write: 1_000, recovery: 2_000 }
/** A silent server is noticed, and the statements that wait for it are cut, within this time. */
const noticedMs = { gone: 1_000, silent: 4_000 }
/** Until nobody hears of changes, or what is kept is too old. */
const staleAfterMs = { gone: 1_000, silent: 25_000 }

/** What visitors and writers get while the database is gone (refuses connections) or silent (never answers), and after it. */
export async function runAway(site: TestedSite, how: 'gone' | 'silent', forMs: number): Promise<Trial> {
  const faults = new Set<string>()
  const slowest = { page: 0, write: 0 }
  const write = () =>
    site.ask('/api/profile/consents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie: site.cookies.family },
      body: '{}',
    })
  const setAway = (now: boolean) => (how === 'gone' ? site.proxy.setAway(now) : site.proxy.freeze(now))
  await site.hearsChanges()
  for (const path of known) await site.ask(path)
  const began = Date.now()
  setAway(true)
  while (Date.now() - began < forMs) {
    const isNoticed = Date.now() - began > noticedMs[how]
    const isStale = Date.now() - began > staleAfterMs[how]
    const writing = write()
    for (const path of known) {
      const { status, stale, text, ms } = await site.ask(path)
      slowest.page = Math.max(slowest.page, ms)
      if (status !== 200 || ms > maxMs.page) faults.add(`${path}: ${status} after ${ms} ms`)
      if (isStale && (stale === null || !text.includes('role="status"'))) faults.add(`${path} is not marked`)
    }
    const { status, retryAfter, ms } = await writing
    if (isNoticed) slowest.write = Math.max(slowest.write, ms)
    if (status !== 503 || retryAfter === null) faults.add(`a write: ${status}, Retry-After ${retryAfter}`)
    if (isNoticed && ms > maxMs.write) faults.add(`a write was refused after ${ms} ms`)
    await pause(100)
  }
  setAway(false)
  const back = Date.now()
  const isBack = async () => {
    const replies = [await write(), ...(await Promise.all(known.map((path) => site.ask(path))))]
    return replies.every(({ status, stale }) => status < 500 && stale === null)
  }
  while (!(await isBack()) && Date.now() - back < 30_000) await pause(50)
  const recoveredMs = Date.now() - back
  if (recoveredMs > maxMs.recovery) faults.add(`recovered after ${recoveredMs} ms`)
  for (const event of ['database-away', 'database-back'])
    if (!site.program.output().includes(`"event":"${event}"`)) faults.add(`no alert ${event}`)
  const figures = `page ${slowest.page} ms, refusal ${slowest.write} ms, recovered in ${recoveredMs} ms`
  return { what: `${how} for ${forMs / 1000} s: ${figures}`, faults: [...faults] }
}
