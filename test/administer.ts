import pg from 'pg'

/** Runs statements one by one as the owner of a test server. */
export async function administer(server: URL, ...statements: string[]): Promise<void> {
  const url = new URL(server)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** PostgreSQL cannot copy a template while anyone is connected to it. */
export const lockTemplate = (template: URL): Promise<void> =>
  administer(template, `alter database ${template.pathname.slice(1)} with is_template true allow_connections false`)
