import { parseArgs } from 'node:util'
import { StartError } from '#server/config.ts'
import { resealAccounts } from '#server/money/payouts/bank-details.ts'
import { countEarlierRecoveryCodes, resealTotp } from '#server/people/accounts/sealed-totp.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimKeys, forgetEarlierKeys, forgetLostKey, keyName, type Resealed } from '#server/platform/secret-keys.ts'
import { withDatabase } from './with-database.ts'

function parseLostKey(): string | undefined {
  try {
    return parseArgs({ options: { lost: { type: 'string' } } }).values.lost
  } catch {
    throw new StartError('Use: npm run secret-keys [-- --lost NAME].')
  }
}

const counted = ({ resealed, unchanged, unreadable }: Resealed) =>
  `${resealed} sealed again, ${unchanged} were already, ${unreadable} cannot be opened`

// Seals everything with the newest secret key, so that earlier ones can be removed from SECRET_KEY.
await withDatabase(async (url, { secretKeys }) => {
  const lost = parseLostKey()
  await migrate(url)
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu secret keys' }))
  try {
    if (lost !== undefined && !(await forgetLostKey(db, lost)))
      throw new StartError(`This database does not know a key ${lost}.`)
    await claimKeys(db, secretKeys)
    console.log(`Authenticator secrets: ${counted(await resealTotp(db, secretKeys))}.`)
    console.log(`Bank accounts: ${counted(await resealAccounts(db, secretKeys))}.`)
    const { codes, admins } = await countEarlierRecoveryCodes(db, keyName(secretKeys[0]))
    if (secretKeys.length > 1 && codes > 0) {
      console.log(`${codes} unused recovery codes of ${admins} admins end with the earlier keys. They get new ones at`)
      console.log('their next login after npm run admin -- --invite.')
    }
    const forgotten = await forgetEarlierKeys(db, secretKeys)
    if (forgotten.length > 0) console.log(`No longer needed to start: ${forgotten.join(', ')}.`)
  } finally {
    await db.destroy()
  }
})
