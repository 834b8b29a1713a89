import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { scratchFolder } from './scratch-folder.ts'

const root = join(import.meta.dirname, '..')
export const schemaFile: string = join(root, 'src/server/platform/schema.ts')

/** TypeScript types of a migrated database's tables, as the text of `platform/schema.ts`. */
export async function databaseTypes(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mentorsetu-types-'))
  const file = join(folder, 'schema.ts')
  try {
    const flags = {
      dialect: 'postgres',
      url,
      'out-file': file,
      'date-parser': 'string',
      'numeric-parser': 'number',
      'exclude-pattern': '{pgboss.*,migration}',
      'type-mapping': JSON.stringify({ int8: 'number' }),
      'log-level': 'error',
    }
    const cli = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
    const child = spawn(
      process.execPath,
      [cli, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)],
      {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error('generating the database types failed')
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const dataDir = scratchFolder('types')
  const server = await openPostgres({ dataDir, role: 'owner', fast: true })
  try {
    await migrate(server.url)
    writeFileSync(schemaFile, await databaseTypes(server.url))
    console.log('Updated src/server/platform/schema.ts')
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
