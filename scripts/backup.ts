import { parseArgs } from 'node:util'
import { backUp, openSender, openTarget, verifyNewest } from '#server/backup/backup.ts'
import { StartError } from '#server/config.ts'
import { withDatabase } from './with-database.ts'

function isVerifying(): boolean {
  try {
    return parseArgs({ options: { verify: { type: 'boolean', default: false } } }).values.verify
  } catch {
    throw new StartError('Use: npm run backup [-- --verify].')
  }
}

const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`

// Makes a base backup, or with --verify restores the newest one into a scratch server and compares it.
await withDatabase(async (_, config) => {
  if (config.databaseUrl)
    throw new StartError('With DATABASE_URL use pgBackRest or WAL-G: docs/operations.md has a configuration.')
  const began = Date.now()
  if (isVerifying()) {
    const { id, tables, rows, indexes, files } = await verifyNewest(openTarget(config), config)
    console.log(
      `${id} is good: ${rows} rows of ${tables} tables, ${indexes} indexes, ${files} files (${seconds(began)}).`,
    )
    return
  }
  const target = openTarget(config)
  const sender = openSender(config)
  try {
    const { id, bytes, packedBytes } = await backUp(config)
    const size = `${(bytes / 1e6).toFixed(1)} MB as ${(packedBytes / 1e6).toFixed(1)} MB`
    console.log(`${id}: ${size}, kept for ${target.days} days (${seconds(began)}).`)
  } finally {
    await sender.stop()
  }
})
