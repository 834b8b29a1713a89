import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp, openSender, openTarget, restore, type Sender, verifyNewest } from '#server/backup/backup.ts'
import { listBases, type Manifest, putManifest } from '#server/backup/manifest.ts'
import { removeOld } from '#server/backup/retention.ts'
import { claimTarget } from '#server/backup/target.ts'
import type { Config } from '#server/config.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openPostgres, type RunningPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { claimFileKeys, keyName } from '#server/platform/secret-keys.ts'
import { prepareRestored } from '#server/prepare.ts'
import { createStore } from '#server/providers/storage/store.ts'
import { scratchFolder } from '../scripts/scratch-folder.ts'
import { testConfig } from './harness.ts'
import { startS3 } from './s3-server.ts'

const folder = scratchFolder('backup')
const backupFolder = join(folder, 'elsewhere')
const configOf = (dataDir: string, more: Record<string, string> = {}) =>
  testConfig({
    DATA_DIR: join(folder, dataDir),
    BACKUP_TO: backupFolder,
    BACKUP_KEY: 'the key of the backup with 32 letters',
    FILE_KEYS: 'the key of stored files with 32 letters',
    ...more,
  })
let config: Config
let server: RunningPostgres
let sender: Sender
let client: pg.Client
let accountId: string
let base: Manifest
beforeAll(async () => {
  config = configOf('data')
  server = await openPostgres({ dataDir: config.dataDir, role: 'owner', fast: true, archives: true })
  await migrate(server.url)
  const db = openDatabase(openPool(server.url, { connections: 1, name: 'test' }))
  await claimFileKeys(db, config.fileKeys).finally(() => db.destroy())
  sender = openSender(config)
  client = new pg.Client(server.url)
  client.on('error', () => {}) // the server ends first
  await client.connect()
  accountId = await addAccount('9700000000')
}, 120_000)
afterAll(async () => {
  await server.stop()
  await sender.stop()
  rmSync(folder, { recursive: true, force: true })
})

const writeOver = (path: string) => {
  rmSync(path)
  writeFileSync(path, '')
}
const folderOf = ({ backup }: Config) => (backup && 'folder' in backup.to ? backup.to.folder : '')
const instant = async (): Promise<Date> =>
  (await client.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]?.at ?? new Date(0)

/** A stored file with its row. @returns its key and bytes */
async function storeFile(name: string) {
  const id = randomUUID()
  const bytes = randomBytes(100_000)
  const path = join(folder, randomUUID())
  writeFileSync(path, bytes)
  const key = `${id}/${name}`
  await createStore(config).put(key, { path, contentType: 'application/pdf' })
  await client.query(
    `insert into media (id, account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, ready_at)
     values ($1, $2, 'mentor-document', 'raw', 'pdf', 'application/pdf', $3, $4, 'a.pdf', $5, true, now())`,
    [id, accountId, bytes.length, createHash('sha256').update(bytes).digest(), [key]],
  )
  return { key, bytes }
}

const addAccount = async (phone: string): Promise<string> =>
  (await client.query<{ id: string }>('insert into account (phone) values ($1) returning id', [phone])).rows[0]?.id ??
  ''

/** Waits until everything that was committed before is in the backup. */
async function archiveAll(): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const segment = `${rows[0]?.name.toLowerCase()}.sealed`
  await expect.poll(() => readdirSync(join(backupFolder, 'wal'))).toContain(segment)
}

/** A restored server goes on with the backup, without a base backup of its own. */
async function goOn(config: Config, phone: string): Promise<void> {
  const restored = await openPostgres({ dataDir: config.dataDir, role: 'owner', archives: true })
  const sending = openSender(config)
  const other = new pg.Client(restored.url)
  other.on('error', () => {}) // the server ends first
  await other.connect()
  await other.query('insert into account (phone) values ($1)', [phone])
  await other.end()
  await restored.stop()
  await sending.stop()
}

/** Phones of the accounts in a restored folder, in which the server starts as usual. */
const phonesIn = (dataDir: string) => valuesIn(dataDir, 'select phone as value from account order by phone')
async function valuesIn(dataDir: string, query: string): Promise<string[]> {
  const restored = await openPostgres({ dataDir, role: 'owner' })
  const other = new pg.Client(restored.url)
  other.on('error', () => {}) // the server ends first
  try {
    await other.connect()
    await other.query("insert into setting (key, value) values ('backup.test', '1')").catch(() => {})
    const { rows } = await other.query<{ value: string }>(query)
    return rows.map(({ value }) => value)
  } finally {
    await other.end()
    await restored.stop()
  }
}

/** Hashes of the files below a folder. */
const filesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .map((one) => [one.slice(path.length), createHash('sha256').update(readFileSync(one)).digest('hex')]),
  )

/** A configuration of an empty folder, whose backup is a copy that can be damaged. */
function copied(damage: (backup: string) => void = () => {}, more: Record<string, string> = {}): Config {
  const name = randomUUID()
  const backup = join(folder, `copy-${name}`)
  cpSync(backupFolder, backup, { recursive: true })
  damage(backup)
  return configOf(`restored-${name}`, { BACKUP_TO: backup, ...more })
}

test('restores rows, files and keys as they were at a time', async () => {
  const account = await addAccount('9800000001')
  await client.query(
    "insert into session (token_hash, account_id, user_type, user_agent, expires_at) values ('\\x00', $1, 'student', 'phone', now() + interval '1 day')",
    [account],
  )
  const early = await storeFile('early.pdf.sealed')
  base = await backUp(config)
  await addAccount('9800000002')
  const later = await storeFile('later.pdf')
  await expect.poll(() => existsSync(join(backupFolder, `${later.key}.sealed`)), { timeout: 30_000 }).toBe(true)
  const time = await instant()
  await addAccount('9800000003')
  await client.query('delete from media')
  await archiveAll()

  const restored = configOf('restored')
  expect(await restore(restored, time, prepareRestored)).toMatchObject({ id: base.id, files: 2, missing: [] })
  expect(await phonesIn(restored.dataDir)).toEqual(['9700000000', '9800000001', '9800000002'])
  const sessions = 'select user_agent as value from session where revoked_at is null'
  expect(await valuesIn(restored.dataDir, sessions)).toEqual([])
  const pause = "select value #>> '{}' as value from setting where name = 'payoutsPausedFrom'"
  expect(await valuesIn(restored.dataDir, pause)).toEqual([time.toISOString()])
  const number = "select nextval('transfer_number_seq') > 1000000 as value"
  expect(await valuesIn(restored.dataDir, number)).toEqual([true])
  for (const { key, bytes } of [early, later]) {
    const found = await createStore(restored).get(key)
    expect(Buffer.concat((await found?.body.toArray()) ?? []).equals(bytes)).toBe(true)
  }
  expect(readFileSync(join(restored.dataDir, 'secret-key'), 'utf8')).toBe(`${config.secretKeys[0]}\n`)
  expect(readFileSync(join(restored.dataDir, 'file-keys'), 'utf8')).toBe(`${config.fileKeys[0]}\n`)
  const needed = await valuesIn(restored.dataDir, 'select name as value from file_key')
  expect(needed).toEqual(config.fileKeys.map((key) => keyName(key, 'file')))
  expect(readdirSync(restored.dataDir).sort()).toEqual(['file-keys', 'media', 'postgres', 'secret-key'])
}, 120_000)

test('verifies a backup in a scratch server, and finds rows that differ', async () => {
  const target = openTarget(config)
  const found = await verifyNewest(target, config)
  expect(found).toMatchObject({ id: base.id, files: 1 })
  expect(found.rows).toBeGreaterThan(1)
  expect(found.indexes).toBeGreaterThan(100)
  expect(existsSync(join(config.dataDir, 'verifying'))).toBe(false)
  const tables = { ...base.tables, 'public.account': { rows: 2, hash: '1' } }
  const other = copied()
  await putManifest(openTarget(other), { ...base, tables })
  await expect(verifyNewest(openTarget(other), other)).rejects.toThrow('other rows than the database: public.account')
}, 120_000)

test('backs up to a bucket and restores from it', { tags: ['full'], timeout: 120_000 }, async () => {
  const bucket = await startS3()
  const { MEDIA_STORE: _, S3_BUCKET: name, ...s3 } = bucket.variables
  const inBucket = (dataDir: string) => configOf(dataDir, { ...s3, BACKUP_TO: `s3://${name}` })
  const own = inBucket('bucket-data')
  const running = await openPostgres({ dataDir: own.dataDir, role: 'owner', archives: true })
  const sending = openSender(own)
  const other = new pg.Client(running.url)
  other.on('error', () => {}) // the server ends first
  try {
    await migrate(running.url)
    await other.connect()
    await other.query("insert into account (phone) values ('9800000011')")
    const made = await backUp(own)
    await other.query("insert into account (phone) values ('9800000012')")
    const { rows } = await other.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    await expect
      .poll(() => [...bucket.objects.keys()], { timeout: 30_000 })
      .toContain(`wal/${rows[0]?.name.toLowerCase()}.sealed`)
    await other.end()
    await running.stop()
    expect([...bucket.objects.values()].some(({ body }) => body.includes('9800000011'))).toBe(false)

    const restored = inBucket('bucket-restored')
    expect(await restore(restored, null)).toMatchObject({ id: made.id, missing: [] })
    expect(await phonesIn(restored.dataDir)).toEqual(['9800000011', '9800000012'])

    bucket.objects.delete(`${made.id}/part-00000.sealed`)
    await expect(restore(inBucket('bucket-broken'), null)).rejects.toThrow('part-00000 is missing')
    bucket.goDown(true)
    await expect(restore(inBucket('bucket-away'), null)).rejects.toThrow('503 SlowDown')
  } finally {
    await running.stop()
    await sending.stop()
    await bucket.stop()
  }
})

describe('a backup that cannot be restored says why:', { tags: ['full'] }, () => {
  const segments = (backup: string) => readdirSync(join(backup, 'wal')).sort()
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0)
    rmSync(path)
    writeFileSync(path, bytes)
  }

  test.each<[string, (backup: string) => void, string]>([
    ['an empty one', (backup) => rmSync(backup, { recursive: true }), 'The backup is empty'],
    ['a base backup without manifest', (backup) => rmSync(join(backup, base.id, 'manifest.sealed')), 'is empty'],
    ['an empty manifest', (backup) => writeOver(join(backup, base.id, 'manifest.sealed')), 'cannot be opened'],
    ['an empty part', (backup) => writeOver(join(backup, base.id, 'part-00000.sealed')), 'cannot be opened'],
    ['a missing part', (backup) => rmSync(join(backup, base.id, 'part-00000.sealed')), 'part-00000 is missing'],
    ['a corrupt part', (backup) => flip(join(backup, base.id, 'part-00000.sealed')), 'cannot be opened'],
    ['a corrupt segment', (backup) => flip(join(backup, 'wal', segments(backup).at(-2) ?? '')), 'cannot be opened'],
    [
      'a missing segment',
      (backup) => rmSync(join(backup, 'wal', segments(backup).at(-2) ?? '')),
      'there are later ones',
    ],
    ['no segments', (backup) => rmSync(join(backup, 'wal'), { recursive: true }), 'is missing'],
  ])(
    '%s',
    async (_, damage, words) => {
      const other = copied(damage)
      await expect(restore(other, null)).rejects.toThrow(words)
      expect(existsSync(join(other.dataDir, 'postgres'))).toBe(false)
      // Nothing is left behind that would be in the way of a second attempt.
      expect(readdirSync(other.dataDir)).toEqual([])
    },
    120_000,
  )

  test('another version of PostgreSQL', async () => {
    const other = copied()
    await putManifest(openTarget(configOf('writer', { BACKUP_TO: folderOf(other) })), { ...base, version: '17' })
    await expect(restore(other, null)).rejects.toThrow('is of PostgreSQL 17, and this is 18')
  })

  test('another key', async () => {
    const other = copied(undefined, { BACKUP_KEY: 'another key of the backup with 32 letters' })
    await expect(restore(other, null)).rejects.toThrow('unknown key')
  })

  test('a missing or damaged uploaded file', async () => {
    const [key = ''] = base.files
    const lost = copied((backup) => rmSync(join(backup, `${key}.sealed`)))
    await expect(verifyNewest(openTarget(lost), lost)).rejects.toThrow(`The file ${key} is missing`)
    const damaged = copied((backup) => flip(join(backup, `${key}.sealed`)))
    await expect(verifyNewest(openTarget(damaged), damaged)).rejects.toThrow(`The file ${key} in the backup is damaged`)
    for (const damage of [rmSync, flip]) {
      const named = copied((backup) => damage(join(backup, `${key}.sealed`)))
      expect(await restore(named, new Date(base.endedAt))).toMatchObject({ missing: [key] })
    }
  }, 120_000)

  test('a time before the first base backup, or after the last segment', async () => {
    await expect(restore(copied(), new Date(0))).rejects.toThrow('The oldest base backup is from')
    await expect(restore(copied(), new Date(Date.now() + 60_000))).rejects.toThrow('The backup ends before that time')
  }, 120_000)

  test('a target that became empty, until it is there again', async () => {
    const { backup, dataDir } = config
    const aside = `${backupFolder}.aside`
    renameSync(backupFolder, aside)
    expect(backup && existsSync(join(dataDir, 'postgres/archived/last-base'))).toBe(true)
    await client.query('select pg_switch_wal()')
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(existsSync(join(backupFolder, 'wal'))).toBe(false)
    rmSync(backupFolder, { recursive: true, force: true })
    renameSync(aside, backupFolder)
    await addAccount('9800000020')
    await archiveAll()
  }, 60_000)

  test('a folder that is not empty, or a backup of another database', async () => {
    await expect(restore(config, null)).rejects.toThrow('is not empty')
    const owner = { system: '1', secretKeys: config.secretKeys, fileKeys: config.fileKeys }
    await expect(claimTarget(openTarget(config), owner)).rejects.toThrow('backup of another database')
  })
})

test('another database neither changes the backup while it runs nor when it stops', { tags: ['full'] }, async () => {
  const before = filesIn(backupFolder)
  const other = configOf('other')
  const theirs = await openPostgres({ dataDir: other.dataDir, role: 'owner', fast: true, archives: true })
  await migrate(theirs.url)
  const writer = new pg.Client(theirs.url)
  writer.on('error', () => {}) // the server ends first
  await writer.connect()
  // As many segments as ours, of the same names.
  for (let n = 0; n < 12; n++) await writer.query("select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()")
  await writer.end()
  const refused = openSender(other)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await theirs.stop()
  await refused.stop()
  // Ours may have sent more meanwhile.
  expect(filesIn(backupFolder)).toEqual(expect.objectContaining(before))
})

test('goes on along the timeline of a restore, and a second restore takes another one', {
  tags: ['full'],
  timeout: 240_000,
}, async () => {
  await addAccount('9800000011')
  await archiveAll()
  const time = await instant()
  await addAccount('9800000012')
  await archiveAll()
  const first = copied()
  // A trial that never goes on leaves no trace.
  await restore(configOf(`restored-${randomUUID()}`, { BACKUP_TO: folderOf(first) }), time)
  await restore(first, time)
  await goOn(first, '9800000013')
  const wal = join(folderOf(first), 'wal')
  const after = filesIn(wal)
  const again = () => configOf(`restored-${randomUUID()}`, { BACKUP_TO: folderOf(first) })
  const whole = again()
  const second = again()
  await restore(whole, null)
  const phones = await phonesIn(whole.dataDir)
  expect(phones).toContain('9800000013')
  expect(phones).not.toContain('9800000012')
  await restore(second, time)
  await goOn(second, '9800000014')
  expect(filesIn(wal)).toEqual(expect.objectContaining(after))
  expect(readdirSync(wal).filter((name) => name.includes('history'))).toEqual([
    '00000002.history.sealed',
    '00000003.history.sealed',
  ])
  const third = again()
  await restore(third, null)
  expect(await phonesIn(third.dataDir)).toContain('9800000014')
})

test('two writers of a key leave a whole file', async () => {
  const { store, folder: parts } = openTarget(config)
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      [1, 2].map(async (n) => {
        const path = join(parts, `${round}-${n}`)
        writeFileSync(path, randomBytes(300_000))
        await store.put('two/writers', { path, contentType: 'application/octet-stream' })
      }),
    )
    const found = await store.get('two/writers')
    expect(Buffer.concat((await found?.body.toArray()) ?? [])).toHaveLength(300_000)
  }
  await store.remove('two/writers')
  expect(existsSync(join(backupFolder, 'two'))).toBe(false)
})

test('keeps what is needed for the last days only', { tags: ['full'], timeout: 120_000 }, async () => {
  await addAccount('9800000004')
  const next = await backUp(config)
  const target = openTarget(config)
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await removeOld(target, client, later(1))).toBe(0)
  expect(await listBases(target)).toEqual([base.id, next.id])
  expect(await removeOld(target, client, later(config.backup?.days ?? 0))).toBeGreaterThan(2)
  expect(await listBases(target)).toEqual([next.id])
  const kept = copied()
  expect(await restore(kept, null)).toMatchObject({ id: next.id, files: 0, missing: [] })
  expect(await phonesIn(kept.dataDir)).toContain('9800000004')
})
