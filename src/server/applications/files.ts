import { type Kysely, sql } from 'kysely'
import type { UploadPreset } from '#contract/uploads.ts'
import { attach, detach, idOfAddress, idsThere, publish, unpublish } from '#server/media/media.ts'
import type { DB } from '#server/platform/schema.ts'
import { type MentorFacts, wrong } from './facts.ts'

const files = {
  photo: { field: 'profilePhoto', preset: 'mentor-photo' },
  document: { field: 'mentorId', preset: 'mentor-document' },
  cv: { field: 'cv', preset: 'mentor-cv' },
  teaching_video: { field: 'teachingVideo', preset: 'mentor-video' },
} as const satisfies Partial<Record<keyof MentorFacts, { field: string; preset: UploadPreset }>>
type FileFact = keyof typeof files
const facts = Object.keys(files) as FileFact[] // true: a const object

/** Whether an answer names a file that is kept by its path. */
export const isFile = (answer: unknown, path: string | null): boolean =>
  typeof answer === 'string' && path !== null && (idOfAddress(answer) ?? answer) === (idOfAddress(path) ?? path)

/**
 * Takes the files of an application into use, those it no longer names out of it, and answers the facts with the
 * files' own paths. Throws `bad-request` for a file that is not the account's or is gone.
 */
export async function takeFiles(
  tx: Kysely<DB>,
  accountId: string,
  given: MentorFacts,
  before: MentorFacts | null,
): Promise<MentorFacts> {
  const taken = { ...given }
  for (const fact of facts) {
    const { field, preset } = files[fact]
    const [url, old] = [given[fact], before?.[fact] ?? null]
    const oldId = old && idOfAddress(old)
    // The one that was there stays, even when it was deleted after its check.
    const isSame = url === old || isFile(url, old)
    if (isSame) taken[fact] = old
    else if (url !== null) {
      const file = await attach(tx, { accountId, url, presets: [preset] })
      if (!file) throw wrong(field, 'file-gone')
      taken[fact] = file.path
    }
    if (oldId && oldId !== idOfAddress(taken[fact] ?? '')) await detach(tx, oldId)
  }
  return taken
}

/** Everybody sees a teaching video only while its mentor is verified, shown and wants it. Call it when that may have changed. */
export async function showVideo(tx: Kysely<DB>, mentorId: string): Promise<void> {
  const { rows } = await sql<{ video: string; isShown: boolean }>`
    select teaching_video as video, status = 'verified' and show_on_website and teaching_video_published as "isShown"
    from mentor where id = ${mentorId} and teaching_video is not null`.execute(tx)
  const id = rows[0] && idOfAddress(rows[0].video)
  if (id) await (rows[0]?.isShown ? publish : unpublish)(tx, id)
}

/** Fields of a section whose file was removed meanwhile: nobody submitted it for two days. */
export async function goneFiles(
  db: Kysely<DB>,
  accountId: string,
  answers: Record<string, unknown>,
  submitted: MentorFacts | null,
) {
  const named = facts.flatMap((fact) => {
    const { field } = files[fact]
    const url = answers[field]
    const id = typeof url === 'string' ? idOfAddress(url) : null
    const isSubmitted = id !== null && id === idOfAddress(submitted?.[fact] ?? '')
    return id && !isSubmitted ? [{ field, id }] : []
  })
  if (named.length === 0) return []
  const there = await idsThere(
    db,
    accountId,
    named.map(({ id }) => id),
  )
  return named.filter(({ id }) => !there.has(id)).map(({ field }) => ({ field, problem: 'file-gone' }))
}
