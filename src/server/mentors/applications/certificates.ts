import { type Kysely, sql } from 'kysely'
import { type CertificateKind, certificateKinds } from '#contract/mentors/check-evidence.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { attach, detach, idOfAddress } from '#server/reference/media/media.ts'
import { type Certificates, fieldError } from './facts.ts'

type Row = { mediaId: string; kind: CertificateKind; isDeleted: boolean }

/** Certificates in upload order, including deleted ones. */
async function rowsOf(db: Kysely<DB>, mentorId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select media_id as "mediaId", kind, deleted_at is not null as "isDeleted" from mentor_certificate
    where mentor_id = ${mentorId} order by media_id`.execute(db)
  return rows
}

/** Certificate URLs as the form names them, including files deleted after their check. */
export async function certificatesOf(db: Kysely<DB>, mentorId: string): Promise<Certificates> {
  const all = await rowsOf(db, mentorId)
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
      const file = await attach(tx, { accountId, url, presets: ['mentor-certificate'] })
      if (!file) throw fieldError(`certificates.${kind}`, 'file-gone')
      await sql`insert into mentor_certificate (mentor_id, media_id, kind) values (${mentorId}, ${file.id}, ${kind})
        on conflict (mentor_id, media_id) do update set kind = excluded.kind`.execute(tx)
      changed.add(kind)
      if (known) changed.add(known.kind)
    }
  }
  for (const { mediaId, kind, isDeleted } of before) {
    if (named.has(mediaId)) continue
    await sql`delete from mentor_certificate where mentor_id = ${mentorId} and media_id = ${mediaId}`.execute(tx)
    if (isDeleted) continue
    await detach(tx, mediaId)
    changed.add(kind)
  }
  return changed
}
