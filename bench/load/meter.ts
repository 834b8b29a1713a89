import pg from 'pg'

/** Resources used by a process since it started. */
export type Reading = { queries: number; cpuMs: number; residentMb: number; peakMb: number; heldMb: number }

/** Preloaded into a measured process: counts its queries and sends readings to its parent. */
let queries = 0
const original = pg.Client.prototype.query
pg.Client.prototype.query = function counted(this: pg.Client, ...args: Parameters<typeof original>) {
  // The job queue uses its own connections under another name.
  const { application_name: name } = (this as { connectionParameters?: { application_name?: string } })
    .connectionParameters ?? { application_name: '' }
  if (name === 'mentorsetu') queries++
  return original.apply(this, args)
} as typeof original

process.on('message', (wish) => {
  // Collects garbage only on request, because it takes time.
  if (wish === 'collect') globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const heldMb = (heapUsed + external) / 1024 ** 2
  const { user, system } = process.cpuUsage()
  const residentMb = process.memoryUsage.rss() / 1024 ** 2
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ queries, cpuMs: (user + system) / 1000, residentMb, peakMb, heldMb } satisfies Reading)
})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
