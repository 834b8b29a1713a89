import { parseArgs } from 'node:util'
import { StartError } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimKeys } from '#server/platform/secret-keys.ts'
import { withDatabase } from './with-database.ts'

const maxMentors = 1_000_000

function parseMentorCount(): number {
  const usage = `Use: npm run seed -- --mentors N, with N from 1 to ${maxMentors}.`
  try {
    const { values } = parseArgs({ options: { mentors: { type: 'string', default: '600' } } })
    const wanted = Number(values.mentors)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= maxMentors) return wanted
  } catch {
    // Unknown options also print the usage.
  }
  throw new StartError(usage)
}

await withDatabase(async (url, { secretKeys }) => {
  const mentors = parseMentorCount()
  const began = Date.now()
  await migrate(url)
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu seed' }))
  try {
    await claimKeys(db, secretKeys, sealedTotp(secretKeys))
    await seedDemo(db, { mentors, secretKeys })
  } finally {
    await db.destroy()
  }
  console.log(`Demo data loaded with ${mentors} mentors (${((Date.now() - began) / 1000).toFixed(1)} s).`)
})
