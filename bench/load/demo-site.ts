import { seedDemo } from '#server/demo/seed.ts'
import { storedKeys } from '#server/keys.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import { checkPortIsFree } from '#server/platform/listening.ts'
import { migrate } from '#server/platform/migrate.ts'
import { type Measured, startMeasured } from './measured-process.ts'

const stopMs = 12_000

/** A free local port. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; ; port++) {
    const isFree = await checkPortIsFree(port, '127.0.0.1').then(
      () => true,
      () => false,
    )
    if (isFree) return port
    if (port > from + 40) throw new Error(`no free port from ${from} to ${port}`)
  }
}

/** Starts a migrated database in its own folder; returns its URL. */
export async function startDatabase(life: Lifecycle, folder: string): Promise<string> {
  const postgres = await life.open(
    () => openPostgres({ dataDir: folder, role: 'owner' }),
    (server) => server.stop(),
    stopMs,
    (server) => server.kill(),
  )
  await migrate(postgres.url)
  return postgres.url
}

export const appVariables = (port: number, folder: string, url: string) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: folder,
  DATABASE_URL: url,
  SEED: 'none',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '',
  OTP_PROVIDER: 'outbox',
  SMS_PROVIDER: 'outbox',
  PAYMENT_PROVIDER: 'sandbox',
  SECRET_KEY: '',
})

export async function openServer(life: Lifecycle, given: Parameters<typeof startMeasured>[0]): Promise<Measured> {
  return await life.open(
    () => startMeasured(given),
    (server) => server.stop(),
    stopMs,
    (server) => server.kill(),
  )
}

/** The built site with demo data on its own database, on the first free port from `port` on. */
export async function openDemoSite(
  life: Lifecycle,
  folder: string,
  { mentors, port: from, variables = {} }: { mentors: number; port: number; variables?: Record<string, string> },
): Promise<{ app: Measured; port: number }> {
  const url = await startDatabase(life, folder)
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  await seedDemo(db, { mentors, secretKeys: storedKeys(folder, 'secret-key') }).finally(() => db.destroy())
  const port = await freePort(from)
  const env = { ...appVariables(port, folder, url), ...variables }
  return { app: await openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }), port }
}
