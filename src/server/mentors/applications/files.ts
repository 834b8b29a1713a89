import { type CertificateKind, certificateKinds } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import { isDocument, type UploadPreset } from '#contract/wire/uploads.ts'
import { isConsentWithdrawn } from '#server/people/consents/consents.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import {
  attach,
  detach,
  existingMediaIds,
  holdForDraft,
  idOfAddress,
  publish,
  unpublish,
} from '#server/reference/media/media.ts'
import { eKycCheckedAt } from './e-kyc-rows.ts'
import type { MentorFacts, StoredFacts } from './facts.ts'

const files = {
  photo: { field: 'profilePhoto', preset: 'mentor-photo' },
  document: { field: 'mentorId', preset: 'mentor-document' },
  cv: { field: 'cv', preset: 'mentor-cv' },
  teaching_video: { field: 'teachingVideo', preset: 'mentor-video' },
} as const satisfies Partial<Record<keyof MentorFacts, { field: string; preset: UploadPreset }>>
type FileColumn = keyof typeof files
const fileColumns = Object.keys(files) as FileColumn[] // safe: a const object

/** Whether an answer names the file stored at a path. */
export const isSameFile = (answer: unknown, path: string | null): boolean =>
  typeof answer === 'string' && path !== null && (idOfAddress(answer) ?? answer) === (idOfAddress(path) ?? path)

/** New documents are refused after their consent was withdrawn. */
export async function assertDocumentsAllowed(tx: Transaction, accountId: string): Promise<void> {
  if (await isConsentWithdrawn(tx, accountId, 'documents')) throw new AppError('consent-needed')
}

/**
 * Attaches the files of an application and returns the facts with stored paths. Throws `bad-request` for a missing or
 * foreign file.
 */
export async function attachFiles(
  tx: Transaction,
  accountId: string,
  given: MentorFacts,
  before: MentorFacts | null,
): Promise<MentorFacts> {
  const taken = { ...given }
  for (const fact of fileColumns) {
    const { field, preset } = files[fact]
    const url = given[fact]
    const old = before?.[fact] ?? null
    // An unchanged file stays, even if it was deleted after its check.
    const isSame = url === old || isSameFile(url, old)
    if (isSame) taken[fact] = old
    else if (fact === 'document' && url === eKycDocument) {
      if (!(await eKycCheckedAt(tx, accountId))) throw invalidField(field, 'file-gone')
    } else if (url !== null) {
      if (isDocument(preset)) await assertDocumentsAllowed(tx, accountId)
      const file = await attach(tx, { accountId, url, presets: [preset] })
      if (!file) throw invalidField(field, 'file-gone')
      taken[fact] = file.path
    }
  }
  return taken
}

type Named = Partial<Pick<MentorFacts, FileColumn>> | null | undefined
const filesOf = (all: readonly Named[]): string[] =>
  all.flatMap((one) => fileColumns.flatMap((fact) => idOfAddress(one?.[fact] ?? '') ?? []))

/** Detaches the files that were named and no longer are. */
export async function releaseFiles(tx: Transaction, was: readonly Named[], now: readonly Named[]): Promise<void> {
  const named = new Set(filesOf(now))
  for (const id of new Set(filesOf(was))) if (!named.has(id)) await detach(tx, id)
}

/**
 * Publishes a teaching video while its mentor is verified, shown and consents; unpublishes it otherwise. Call it when
 * any of these may have changed.
 */
export async function syncVideoVisibility(tx: Transaction, mentorId: string): Promise<void> {
  const mentor = await tx
    .selectFrom('mentor')
    .select(['teaching_video as video', 'is_listed as isListed', 'teaching_video_published as isConsented'])
    .where('id', '=', mentorId)
    .executeTakeFirst()
  const id = idOfAddress(mentor?.video ?? '')
  if (id) await (mentor?.isListed && mentor.isConsented ? publish : unpublish)(tx, id)
}

/** Certificate URLs in unvalidated answers. */
function certificatesNamed({ certificates }: Record<string, unknown>, kind: CertificateKind): string[] {
  const list = (certificates as Record<string, unknown> | null | undefined)?.[kind]
  return Array.isArray(list) ? list.filter((url) => typeof url === 'string') : []
}

/** Protects the files named in a draft from deletion. */
export const holdDraftFiles = (tx: Transaction, accountId: string, answers: Record<string, unknown>): Promise<void> =>
  holdForDraft(tx, accountId, [
    ...fileColumns.flatMap((fact) => {
      const url = answers[files[fact].field]
      return typeof url === 'string' ? [url] : []
    }),
    ...certificateKinds.flatMap((kind) => certificatesNamed(answers, kind)),
  ])

/** Fields whose file was deleted because the draft was not saved for a month. */
export async function missingFiles(
  db: Db,
  accountId: string,
  answers: Record<string, unknown>,
  submitted: StoredFacts | null,
) {
  const named = fileColumns.flatMap((fact): { field: string; id: string }[] => {
    const { field } = files[fact]
    const url = answers[field]
    const id = typeof url === 'string' ? idOfAddress(url) : null
    const isSubmitted = id !== null && id === idOfAddress(submitted?.[fact] ?? '')
    return id && !isSubmitted ? [{ field, id }] : []
  })
  for (const kind of certificateKinds) {
    for (const url of certificatesNamed(answers, kind)) {
      const id = idOfAddress(url)
      if (id && !submitted?.certificates[kind].some((one) => idOfAddress(one) === id))
        named.push({ field: `certificates.${kind}`, id })
    }
  }
  const isEKycGone =
    answers[files.document.field] === eKycDocument &&
    submitted?.document !== eKycDocument &&
    (await eKycCheckedAt(db, accountId)) === null
  const gone = isEKycGone ? [{ field: files.document.field, problem: 'file-gone' }] : []
  if (named.length === 0) return gone
  const existing = await existingMediaIds(
    db,
    accountId,
    named.map(({ id }) => id),
  )
  return [...gone, ...named.filter(({ id }) => !existing.has(id)).map(({ field }) => ({ field, problem: 'file-gone' }))]
}
