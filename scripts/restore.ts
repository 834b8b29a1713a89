import { parseArgs } from 'node:util'
import { restore } from '#server/backup/backup.ts'
import { loadConfig, StartError } from '#server/config.ts'
import { prepareRestored } from '#server/prepare.ts'

function parseTime(): Date | null {
  const usage = 'Use: npm run restore [-- --to 2027-01-31T18:30:00+05:30].'
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
    if (to === undefined) return null
    // Without a zone it would mean another time on another machine.
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(to) && !Number.isNaN(Date.parse(to)))
      return new Date(to)
  } catch {
    // Unknown options also print the usage.
  }
  throw new StartError(usage)
}

// Restores database, uploaded files and keys into an empty DATA_DIR.
try {
  const time = parseTime()
  // The keys come from the backup; none is generated in the empty folder.
  const none = 'x'.repeat(32)
  const config = loadConfig({ SECRET_KEY: none, FILE_KEYS: none })
  const began = Date.now()
  const { id, lastChange, files, missing } = await restore(config, time, prepareRestored)
  console.log(`Restored from ${id} into ${config.dataDir} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  console.log(`Last change: ${lastChange?.toISOString() ?? 'in the base backup'}. Files: ${files}.`)
  if (time)
    console.log(
      'Everybody is logged out, calendar links ended, and payouts are paused: what was paid, refunded and disputed since then is not in the books. Removed admins, passkeys, suspensions and erasures since then are undone: see docs/operations.md#restore.',
    )
  if (missing.length > 0) {
    console.error(`${missing.length} files are missing or damaged in the backup: ${missing.slice(0, 20).join(', ')}.`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
