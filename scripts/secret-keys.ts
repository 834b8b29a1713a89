import { parseArgs } from 'node:util'
import { StartError } from '#server/config.ts'
import { countEarlierRecoveryCodes, sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { resealTable } from '#server/platform/sealed-tables.ts'
import {
  claimKeys,
  forgetEarlierKeys,
  forgetLostKey,
  keyName,
  type Resealed,
  resealRows,
} from '#server/platform/secret-keys.ts'
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
    if (lost !== undefined && !(await forgetLostKey(db, secretKeys, lost)))
      throw new StartError(`This database does not know a key ${lost}.`)
    await claimKeys(db, secretKeys, sealedTotp(secretKeys))
    const totp = await resealRows(db, sealedTotp(secretKeys))
    console.log(`Authenticator secrets: ${counted(totp)}.`)
    const accounts = await resealTable(db, secretKeys, 'payout_account')
    console.log(`Bank accounts: ${counted(accounts)}.`)
    const taxIds = await resealTable(db, secretKeys, 'mentor_tax')
    console.log(`Tax numbers: ${counted(taxIds)}.`)
    const { codes, admins } = await countEarlierRecoveryCodes(db, keyName(secretKeys[0]))
    if (secretKeys.length > 1 && codes > 0) {
      console.log(`${codes} unused recovery codes of ${admins} admins end with the earlier keys. They get new ones at`)
      console.log('their next login after npm run admin -- --invite.')
    }
    if ([totp, accounts, taxIds].some(({ unreadable }) => unreadable > 0)) {
      console.log(
        'Earlier keys stay needed to start while something cannot be opened. Configure the key that opens it, or give',
      )
      console.log('a key up with --lost NAME.')
      return
    }
    const forgotten = await forgetEarlierKeys(db, secretKeys)
    if (forgotten.length > 0) console.log(`No longer needed to start: ${forgotten.join(', ')}.`)
  } finally {
    await db.destroy()
  }
})
