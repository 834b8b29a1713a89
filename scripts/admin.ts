import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { phone } from '#contract/wire/fields.ts'
import { StartError } from '#server/config.ts'
import { sealTotp } from '#server/people/accounts/accounts.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { newSecret, otpauthUri } from '#server/people/accounts/second-factor.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimKeys } from '#server/platform/secret-keys.ts'
import { withDatabase } from './with-database.ts'

const roles = ['owner', 'operations', 'support']
const usage = `Use: npm run admin -- --phone 98XXXXXXXX --name "Your name" [--role ${roles.join('|')}] [--invite].`

function parseArguments() {
  try {
    const { values } = parseArgs({
      options: {
        phone: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string', default: 'owner' },
        invite: { type: 'boolean', default: false },
      },
    })
    const number = phone.safeParse(values.phone)
    const name = values.name?.trim() ?? ''
    if (number.success && name !== '' && roles.includes(values.role))
      return { phone: number.data, name, role: values.role, isInvited: values.invite }
  } catch {
    // Unknown options also print the usage.
  }
  throw new StartError(usage)
}

// Creates an admin, or resets an admin's authenticator secret: printed here, or with --invite set up at the next login.
// Recovery codes and passkeys of the old secret are deleted. Anyone who can run this already controls the server.
await withDatabase(async (url, { secretKeys }) => {
  const admin = parseArguments()
  await migrate(url)
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu admin' }))
  const secret = admin.isInvited ? null : newSecret()
  try {
    await claimKeys(db, secretKeys, sealedTotp(secretKeys))
    const { rows } = await sql<{ id: string }>`
      insert into account (phone) values (${admin.phone}) on conflict (phone) do update set suspended_at = null returning id`.execute(
      db,
    )
    const id = rows[0]?.id ?? ''
    const sealed = secret && sealTotp(secretKeys, id, secret)
    await sql`
      with made as (insert into admin_user (account_id, name, role, totp_secret) values (${id}, ${admin.name}, ${admin.role}, ${sealed})
        on conflict (account_id) do update set name = excluded.name, role = excluded.role, totp_secret = excluded.totp_secret, removed_at = null returning account_id),
      gone as (delete from recovery_code using made where recovery_code.account_id = made.account_id),
      keys as (delete from passkey using made where passkey.account_id = made.account_id and by_admin)
      insert into audit (account_id, action, subject_kind, subject_id, detail)
      select account_id, 'admin.set', 'account', account_id::text, ${JSON.stringify({ role: admin.role, by: 'server command' })} from made`.execute(
      db,
    )
  } finally {
    await db.destroy()
  }
  console.log(`${admin.name} (${admin.phone}) is ${admin.role}.`)
  if (secret === null) {
    console.log('Set up an authenticator app at the first login, at /admin/login.')
    return
  }
  console.log('Add this to an authenticator app now; it is only shown once:')
  console.log(otpauthUri(secret, admin.phone))
})
