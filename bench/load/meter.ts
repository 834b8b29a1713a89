import pg from 'pg'

/** What a process has used since it began. */
export type Reading = { queries: number; cpuMs: number; residentMb: number; peakMb: number; heldMb: number }

/** Loaded into a measured process before its own code: counts its queries and answers readings to its parent. */
let queries = 0
const original = pg.Client.prototype.query
pg.Client.prototype.query = function counted(this: pg.Client, ...args: Parameters<typeof original>) {
  // The job queue has connections of its own, under another name.
  const { application_name: name } = (this as { connectionParameters?: { application_name?: string } })
    .connectionParameters ?? { application_name: '' }
  if (name === 'mentorsetu') queries++
  return original.apply(this, args)
} as typeof original

process.on('message', (wish) => {
  // What is held and not only waiting to be collected: asked for where that matters, because it takes time.
  if (wish === 'collect') globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const heldMb = (heapUsed + external) / 1024 ** 2
  const { user, system } = process.cpuUsage()
  const residentMb = process.memoryUsage.rss() / 1024 ** 2
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ queries, cpuMs: (user + system) / 1000, residentMb, peakMb, heldMb } satisfies Reading)
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
