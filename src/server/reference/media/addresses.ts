import type { Uploaded } from '#contract/reference/media.ts'
import { pictureWidths } from '#contract/reference/pictures.ts'
import type { MediaRow } from './queries.ts'

export const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The permanent path of a file. A video keeps its path when it is published or unpublished. */
export function pathOf({ id, kind, format, isPrivate }: MediaRow): string {
  if (kind === 'video') return `/media/${id}/video.${format}`
  return isPrivate ? `/media/private/${id}` : `/media/${id}/${Math.max(...pictureWidths)}.jpg`
}

/** The id in a media URL or path; null for any other address. */
export function idOfAddress(url: string): string | null {
  return /^(?:https?:\/\/[^/?#]+)?\/media\/(?:private\/)?([\da-f-]{36})(?:\/[\w.]+)?$/.exec(url)?.[1] ?? null
}

/** The reply to a finished upload. */
export function toUploaded(row: MediaRow, publicUrl: string): Uploaded {
  return {
    public_id: row.id,
    resource_type: row.kind,
    format: row.format,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    pages: row.pages,
    original_filename: row.fileName,
    created_at: row.createdAt.toISOString(),
    access_mode: row.isPrivate ? 'private' : 'public',
    secure_url: publicUrl + pathOf(row),
  }
}
