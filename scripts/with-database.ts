import { type Config, loadConfig, StartError } from '#server/config.ts'
import { checkServer } from '#server/platform/database.ts'
import { openPostgres } from '#server/platform/embedded-postgres.ts'

/**
 * Runs a tool on the configured database as its owner. The embedded server is shared with a running program, or started for the
 * tool alone. Failures print one line and set exit code 1.
 */
export async function withDatabase(work: (url: string, config: Config) => Promise<void>): Promise<void> {
  let stop = async () => {}
  try {
    const config = loadConfig()
    let url = config.databaseUrl
    if (url) {
      await checkServer(url)
      url = config.databaseOwnerUrl ?? url
    } else {
      const server = await openPostgres({ dataDir: config.dataDir, role: 'guest', archives: config.backup !== null })
      url = server.url
      stop = server.stop
    }
    await work(url, config)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  } finally {
    await stop()
  }
}
