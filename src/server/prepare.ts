import { forgetUnsent, openSender } from '#server/backup/backup.ts'
import { type Config, isReal, StartError } from '#server/config.ts'
import { hasDemo, seedDemo } from '#server/demo/seed.ts'
import { isPaidBy, orderOfOtherGateway } from '#server/money/orders/orders.ts'
import { skipTransferNumbers } from '#server/money/transfers/transfers.ts'
import { deleteAllFeeds } from '#server/people/accounts/accounts.ts'
import { sealedTotp } from '#server/people/accounts/sealed-totp.ts'
import { embeddedAppUrl, grantRows } from '#server/platform/app-role.ts'
import { checkServer, type Db, hasAccounts, openDatabase, openPool, transaction } from '#server/platform/database.ts'
import { openPostgres, type RunningPostgres } from '#server/platform/embedded-postgres.ts'
import type { Lifecycle } from '#server/platform/lifecycle.ts'
import type { Log } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimFileKeys, claimKeys } from '#server/platform/secret-keys.ts'
import { revokeAllSessions } from '#server/platform/sessions.ts'
import { insertSetting } from '#server/settings/settings/settings.ts'

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
  await checkContents(config, db, log, postgres).finally(() => db.destroy())
  return url
}

async function checkContents(config: Config, db: Db, log: Log, postgres: Server): Promise<void> {
  await claimKeys(db, config.secretKeys, sealedTotp(config.secretKeys))
  await claimFileKeys(db, config.fileKeys)
  if (isReal(config) && (await hasDemo(db))) {
    throw new StartError(
      'This database holds demo people, and a real provider is set: use an empty DATA_DIR or database.',
    )
  }
  await checkGateway(config, db, log)
  if (config.seed === 'demo' && !(await hasAccounts(db))) {
    console.log(`Filling the empty database with ${demoMentors} demo mentors …`)
    await seed(config, postgres.ownerUrl)
  }
}

/**
 * Logs everybody out, ends calendar links and pauses payouts in a database restored to an earlier time: whoever lost access since
 * then, for example a thief, would have it again, and what was paid since then would be paid again. Numbers of transfers are not
 * used again, because the gateway would take a new one for the one it knows.
 */
export async function prepareRestored(url: string, time: Date): Promise<void> {
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu restore', statementTimeoutMs: 3_600_000 }))
  try {
    await revokeAllSessions(db)
    await deleteAllFeeds(db)
    await skipTransferNumbers(db)
    await transaction(db, (tx) => insertSetting(tx, 'payoutsPausedFrom', time.toISOString()))
  } finally {
    await db.destroy()
  }
}

/**
 * Play money must never be paid out, real payments never meet a gateway that accepts play money, and only the gateway of an order
 * can pay out or refund what is left of it. What is left after a change, such as a later refund, is only a warning.
 */
export async function checkGateway(
  { paymentProvider, allowSandbox }: Pick<Config, 'paymentProvider' | 'allowSandbox'>,
  db: Db,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const isPlay = paymentProvider === 'sandbox'
  const left = isPlay ? null : await orderOfOtherGateway(db, paymentProvider)
  if (left?.isNewest)
    throw new StartError(
      `${left.gateway} still has orders that are open or not used up, such as ${left.number}, and another gateway can neither pay nor refund them: start with PAYMENT_PROVIDER=${left.gateway}, turn online payment off in the settings, and change once their classes are settled and the rest is refunded.`,
    )
  if (left) {
    const { gateway, number } = left
    log.warn({ gateway, number }, 'an order of an earlier gateway is not used up: pay or refund it in its dashboard')
  }
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
      dataDir,
      role: 'owner',
      connections,
      memoryMb,
      log,
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
