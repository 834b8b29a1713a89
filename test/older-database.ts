import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'

const migrations = join(import.meta.dirname, '../migrations')

/** An empty database that gets its migrations in steps, to see what one does to the rows before it. */
export async function olderDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'mentorsetu-migrations-'))
  const server = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: Object.assign(new URL(server), { pathname: '/postgres' }).href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = Object.assign(server, { pathname: `/${name}` }).href
  const db = openDatabase(openPool(url, { connections: 2 }))
  return {
    db,
    /** Applies the migrations before this one, by its number or its words, and not itself; all when there is none. */
    async migrateBefore(next?: string) {
      const files = await readdir(migrations)
      const end = files.find((file) => file.endsWith(`-${next}.sql`)) ?? next
      for (const file of files) if (!end || file < end) await copyFile(join(migrations, file), join(folder, file))
      await migrate(url, folder)
    },
    async stop() {
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
