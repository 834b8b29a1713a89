import { createHmac } from 'node:crypto'
import pg from 'pg'
import type { Keys } from '#server/config.ts'
import { openQueue } from './queue.ts'

const embeddedRole = 'mentorsetu_app'
const schemas = ['public', 'pgboss']
// Any number, the same in every version of the program.
const lockKey = 7_352_002

/**
 * Creates the embedded server's role of the program, which owns nothing: someone who controls its connection can change rows,
 * but no table, trigger or role. Also creates the job tables, as the owner.
 * @returns the address the program connects with
 */
export async function embeddedAppUrl(ownerUrl: string, [secretKey]: Keys): Promise<string> {
  const password = createHmac('sha256', secretKey).update('database role').digest('base64url')
  const url = new URL(ownerUrl)
  url.username = embeddedRole
  url.password = password
  await grantRows(ownerUrl, embeddedRole, password)
  return url.href
}

/** Grants a role access to all rows, without owning anything. Creates the role if there is a password for it. */
export async function grantRows(ownerUrl: string, role: string, password: string | null): Promise<void> {
  const queue = await openQueue(ownerUrl, { maintain: false })
  await queue.stop()
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mentorsetu grants' })
  client.on('error', () => {}) // reported by the running query
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const name = client.escapeIdentifier(role)
    if (password !== null) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      await client.query(
        `${rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${client.escapeLiteral(password)}`,
      )
    }
    for (const schema of schemas) {
      await client.query(`grant usage on schema ${schema} to ${name}`)
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`)
      await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${name}`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}
