import { migrate } from '#server/platform/migrate.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (url) => {
  const applied = await migrate(url)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
})
