import { grantRows } from '#server/platform/app-role.ts'
import { migrate } from '#server/platform/migrate.ts'
import { withDatabase } from './with-database.ts'

// With DATABASE_OWNER_URL the program itself then needs only DATABASE_URL, whose role owns nothing.
await withDatabase(async (url, { databaseUrl, databaseOwnerUrl }) => {
  const applied = await migrate(url)
  if (databaseUrl && databaseOwnerUrl) await grantRows(url, decodeURIComponent(new URL(databaseUrl).username), null)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
})
