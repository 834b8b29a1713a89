import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#server/context.ts'
import { findAadhaarNumbers } from '#server/platform/aadhaar-scan.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertNoAadhaar, hideAadhaar, readerVersion } from './aadhaar.ts'
import { mediaFolders } from './chunks.ts'
import * as rows from './scan-rows.ts'

type Services = Pick<Context, 'db' | 'store' | 'config' | 'log'>

/** Documents read in one night, and when no further one is begun: the job may take five minutes. */
const most = { files: 100, ms: 150_000 }

/** What the reader of uploads finds in a stored document; one whose bytes are gone is unread. */
async function scan({ store, config }: Services, { kind, storeKeys }: { kind: string; storeKeys: string[] }) {
  const { incoming } = mediaFolders(config)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(incoming, 'scan-'))
  try {
    for (const key of storeKeys) {
      const stored = await store.get(key)
      if (!stored) return 'unread'
      const path = join(folder, 'document')
      await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }))
      if (kind === 'image' && (await hideAadhaar(path, folder))) return 'number'
      if (kind === 'raw') await assertNoAadhaar(path, folder)
    }
    return 'clean'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'aadhaar-visible' ? 'number' : 'unread'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function scanFiles(services: Services): Promise<void> {
  const endsAt = Date.now() + most.ms
  for (const file of await rows.documentsToScan(services.db, readerVersion, most.files)) {
    if (Date.now() > endsAt) return
    const result = await scan(services, file).catch((error: unknown) => {
      services.log?.error({ err: error, mediaId: file.id }, 'a stored document could not be scanned')
      return 'unread' as const
    })
    await rows.setScanned(services.db, file.id, readerVersion, result)
  }
}

/**
 * Job: looks for Aadhaar numbers in every column of text and in some of the stored documents, and logs where they are;
 * 0 columns and 0 files is the expected result.
 */
export async function scanForAadhaar(services: Services): Promise<void> {
  const { db, log } = services
  await scanFiles(services)
  const [columns, { numbers: files, unread, waiting }] = await Promise.all([
    findAadhaarNumbers(db),
    rows.scannedDocuments(db, readerVersion),
  ])
  if (columns.length + files.length > 0)
    log?.warn({ columns, files, unread, waiting }, 'the database or its files may have Aadhaar numbers')
  else log?.info({ unread, waiting }, '0 columns and 0 files with Aadhaar numbers')
}
