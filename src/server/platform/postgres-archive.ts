import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder in the data folder of the server with an empty file for each segment that is in the backup. */
export const archivedFolder = 'archived'
// Seconds after which a segment that is not full is archived, too.
const archiveSeconds = 30

const archivedIn = (cluster: string) => join(cluster, archivedFolder)

/**
 * Settings of a server that keeps each WAL segment until it is in the backup. The archive command copies nothing: it waits up
 * to two seconds for the mark of `markArchived` and is repeated until there is one.
 */
export function archiveSettings(cluster: string): Record<string, string> {
  mkdirSync(archivedIn(cluster), { recursive: true })
  // The server may run as another user, who looks for the marks.
  chmodSync(archivedIn(cluster), 0o755)
  const wait = `i=0; until test -e ${archivedFolder}/%f; do i=$((i+1)); test $i -lt 20 || exit 1; sleep 0.1; done`
  return { archive_mode: 'on', archive_timeout: String(archiveSeconds), archive_command: `'${wait}'` }
}

/** Forgets what was archived: a server without an archive leaves a gap, after which a new base backup is due. */
export const forgetArchive = (cluster: string): void => rmSync(archivedIn(cluster), { recursive: true, force: true })

/** Names of the segments and timeline histories that wait to be archived, the oldest first. */
export function waitingSegments(cluster: string): string[] {
  const folder = join(cluster, 'pg_wal/archive_status')
  if (!existsSync(folder)) return []
  const ready = readdirSync(folder).flatMap((name) => /^(.+)\.ready$/.exec(name)?.[1] ?? [])
  return ready.filter((name) => !existsSync(join(archivedIn(cluster), name))).sort()
}

/** Lets the server remove a segment. */
export const markArchived = (cluster: string, segment: string): void =>
  writeFileSync(join(archivedIn(cluster), segment), '')

/** Removes the marks of segments that the server knows to be archived. */
export function removeOldMarks(cluster: string): void {
  if (!existsSync(archivedIn(cluster))) return
  for (const name of readdirSync(archivedIn(cluster))) {
    if (/^[\dA-F]{8}/.test(name) && !existsSync(join(cluster, 'pg_wal/archive_status', `${name}.ready`)))
      rmSync(join(archivedIn(cluster), name), { force: true })
  }
}
