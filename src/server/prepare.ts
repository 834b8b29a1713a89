import { forgetUnsent, openSender } from '#server/backup/backup.ts'
import { type Config, isReal, StartError } from '#server/config.ts'
import { hasDemo, seedDemo } from '#server/demo/seed.ts'
import { isPaidBy } from '#server/money/orders/orders.ts'
import { deleteAllFeeds } from '#server/people/accounts/accounts.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { embeddedAppUrl, grantRows } from '#server/platform/app-role.ts'
import { checkServer, type Db, hasAccounts, openDatabase, openPool } from '#server/platform/database.ts'
import { openPostgres, type RunningPostgres } from '#server/platform/embedded-postgres.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimFileKeys, claimKeys } from '#server/platform/secret-keys.ts'
import { revokeAllSessions } from '#server/platform/sessions.ts'

const demoMentors = 600
/** Milliseconds each part may take to close. */
export const closingMs = { postgres: 4_000, sender: 1_000, backup: 500 }

/**
 * Opens the database: the embedded server with its backup, or the one of DATABASE_URL. Applies migrations, checks that it fits
 * the configuration, and fills an empty one with demo data. @returns the address the program connects with
 */
export async function prepareDatabase(config: Config, log: Log, life: Lifecycle): Promise<string> {
  if (config.backup) {
    // Ends after the database, whose last segment it sends.
    await life.open(
      async () => {
        forgetUnsent(config.dataDir)
        return openSender(config, log)
      },
      (sender) => sender.stop(),
      closingMs.sender,
    )
  }
  const postgres = await life.open(
    () => openServer(config, log),
    (server) => server.stop(),
    closingMs.postgres,
    (server) => server.kill(),
  )
  for (const name of await migrate(postgres.ownerUrl)) log.info(`migrated ${name}`)
  const url = await appUrl(config, postgres)
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu start' }))
  await checkContents(config, db, postgres).finally(() => db.destroy())
  return url
}

async function checkContents(config: Config, db: Db, postgres: Server): Promise<void> {
  await claimKeys(db, config.secretKeys, sealedTotp(config.secretKeys))
  await claimFileKeys(db, config.fileKeys)
  if (isReal(config) && (await hasDemo(db))) {
    throw new StartError(
      'This database holds demo people, and a real provider is set: use an empty DATA_DIR or database.',
    )
  }
  await checkGateway(config, db)
  if (config.seed === 'demo' && !(await hasAccounts(db))) {
    console.log(`Filling the empty database with ${demoMentors} demo mentors …`)
    await seed(config, postgres.ownerUrl)
  }
}

/**
 * Logs everybody out and ends calendar links in a database restored to an earlier time: whoever lost access since then, for example a
 * thief, would have it again.
 */
export async function endAccess(url: string): Promise<void> {
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu restore', statementTimeoutMs: 3_600_000 }))
  try {
    await revokeAllSessions(db)
    await deleteAllFeeds(db)
  } finally {
    await db.destroy()
  }
}

/** Play money must never be paid out, and real payments never meet a gateway that accepts play money. */
export async function checkGateway(
  { paymentProvider, allowSandbox }: Pick<Config, 'paymentProvider' | 'allowSandbox'>,
  db: Db,
): Promise<void> {
  const isPlay = paymentProvider === 'sandbox'
  if (allowSandbox || !(await isPaidBy(db, isPlay ? 'others' : 'sandbox'))) return
  throw new StartError(
    isPlay
      ? 'This database holds real payments, and PAYMENT_PROVIDER is not set: load the settings it ran with.'
      : 'This database holds orders paid with play money, and a real payment provider is set: use an empty DATA_DIR or database. If nothing of them is owed to mentors any more, ALLOW_SANDBOX=1 starts it; it also allows every other stand-in, so set all providers first.',
  )
}

type Server = Omit<RunningPostgres, 'url'> & { ownerUrl: string }

async function openServer(config: Config, log: Log): Promise<Server> {
  const { dataDir, databaseUrl, databaseOwnerUrl, databaseMemoryMb: memoryMb } = config
  if (!databaseUrl) {
    // Of all processes; jobs and listeners of the first are in the server's reserve.
    const connections = config.workers * (config.databaseConnections + 10) - 10
    const { url, ...server } = await openPostgres({
      ...{ dataDir, role: 'owner', connections, memoryMb, log },
      archives: config.backup !== null,
    })
    return { ...server, ownerUrl: url }
  }
  await checkServer(databaseUrl)
  return { ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => {}, kill: () => {} }
}

/** The owner seeds, because it also analyses the tables. */
async function seed({ secretKeys }: Config, ownerUrl: string): Promise<void> {
  const db = openDatabase(openPool(ownerUrl, { connections: 2, name: 'seed' }))
  await seedDemo(db, { mentors: demoMentors, secretKeys }).finally(() => db.destroy())
}

/** Address of a role that owns nothing, except for a DATABASE_URL without DATABASE_OWNER_URL. */
async function appUrl({ databaseUrl, databaseOwnerUrl, secretKeys }: Config, { ownerUrl }: Server): Promise<string> {
  if (!databaseUrl) return await embeddedAppUrl(ownerUrl, secretKeys)
  if (databaseOwnerUrl) await grantRows(ownerUrl, decodeURIComponent(new URL(databaseUrl).username), null)
  return databaseUrl
}
