import { type RawBuilder, sql } from 'kysely'
import { type CertificateKind, certificateKinds } from '#contract/mentors/check-evidence.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { invalidField } from '#server/platform/errors.ts'
import { attach, detach, idOfAddress } from '#server/reference/media/media.ts'
import type { Certificates } from './facts.ts'
import { assertDocumentsAllowed } from './files.ts'

export type CertificateRow = { mediaId: string; kind: CertificateKind; isDeleted: boolean }

/** Certificates in upload order, including deleted ones. */
export const certificateRows = (mentorId: RawBuilder<unknown>) => sql<CertificateRow>`
  select media_id as "mediaId", kind, deleted_at is not null as "isDeleted" from mentor_certificate
  where mentor_id = ${mentorId} order by media_id`

async function rowsOf(db: Db, mentorId: string): Promise<CertificateRow[]> {
  const { rows } = await certificateRows(sql`${mentorId}`).execute(db)
  return rows
}

/** Certificate URLs as the form names them, including files deleted after their check. */
export const certificatesOf = async (db: Db, mentorId: string): Promise<Certificates> =>
  toCertificates(await rowsOf(db, mentorId))

export function toCertificates(all: readonly CertificateRow[]): Certificates {
  const of = (wanted: CertificateKind) =>
    all.filter(({ kind }) => kind === wanted).map(({ mediaId }) => `/media/private/${mediaId}`)
  return { degree: of('degree'), teaching: of('teaching'), police: of('police') }
}

/**
 * Attaches the certificates of an application and detaches those it no longer names; already deleted files are ignored.
 * Throws `bad-request` for a missing or foreign file. @returns the kinds whose files changed
 */
export async function syncCertificates(
  tx: Transaction,
  { accountId, mentorId }: { accountId: string; mentorId: string },
  given: Certificates,
): Promise<Set<CertificateKind>> {
  const before = await rowsOf(tx, mentorId)
  const changed = new Set<CertificateKind>()
  const named = new Set<string>()
  for (const kind of certificateKinds) {
    for (const url of given[kind]) {
      const id = idOfAddress(url)
      const known = before.find(({ mediaId }) => mediaId === id)
      if (id) named.add(id)
      if (known?.kind === kind || known?.isDeleted) continue
      await assertDocumentsAllowed(tx, accountId)
      const file = await attach(tx, { accountId, url, presets: ['mentor-certificate'] })
      if (!file) throw invalidField(`certificates.${kind}`, 'file-gone')
      await tx
        .insertInto('mentor_certificate')
        .values({ mentor_id: mentorId, media_id: file.id, kind })
        .onConflict((conflict) => conflict.columns(['mentor_id', 'media_id']).doUpdateSet({ kind }))
        .execute()
      changed.add(kind)
      if (known) changed.add(known.kind)
    }
  }
  for (const { mediaId, kind, isDeleted } of before) {
    if (named.has(mediaId)) continue
    await tx
      .deleteFrom('mentor_certificate')
      .where('mentor_id', '=', mentorId)
      .where('media_id', '=', mediaId)
      .execute()
    if (isDeleted) continue
    await detach(tx, mediaId)
    changed.add(kind)
  }
  return changed
}
