import { z } from 'zod'
import { accountHolders, endpoint, sideOrAdmin } from '../wire/endpoint.ts'
import { uploadKinds } from '../wire/uploads.ts'

const tags = ['media'] as const

/** An uploaded file, with the field names of Cloudinary (providers.md §4.1). */
const uploaded = z.object({
  public_id: z.uuid(),
  resource_type: z.enum(uploadKinds),
  format: z.string(),
  bytes: z.number().int(),
  /** In px, after rotation to upright; null unless the file is an image. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null unless the file is a PDF. */
  pages: z.number().int().nullable(),
  original_filename: z.string(),
  created_at: z.iso.datetime(),
  access_mode: z.enum(['public', 'private']),
  /** Identifies the file in every other request. A private file opens only through `GET /api/media/:id/link`. */
  secure_url: z.url(),
})
export type Uploaded = z.infer<typeof uploaded>

const progress = z.object({ received: z.number().int(), total: z.number().int() })

/** The body of every failed upload: Cloudinary's shape, with our code and request id. */
export type UploadErrorReply = {
  error: { message: string; code: string; details?: Record<string, unknown>; requestId: string }
}

export const uploadMedia = endpoint({
  method: 'POST',
  url: '/api/media/:kind/upload',
  schema: {
    summary:
      'Multipart with `file` and `upload_preset`. In parts with `Content-Range: bytes a-b/total` and `X-Unique-Upload-Id`; every part but the last answers `done: false`',
    tags,
    params: z.strictObject({ kind: z.enum(uploadKinds) }),
    response: { 200: z.union([progress.extend({ done: z.literal(false) }), uploaded]) },
  },
  config: { access: { visitor: 'no', family: 'yes', mentor: 'yes', admin: 'yes' } },
})

export const uploadProgress = endpoint({
  method: 'GET',
  url: '/api/media/uploads/:id',
  schema: {
    summary: 'How many bytes of an upload of mine have arrived; the file once it is complete',
    tags,
    params: z.strictObject({ id: z.string().regex(/^[\w-]{8,100}$/) }),
    response: { 200: progress.extend({ done: z.boolean(), file: uploaded.nullable() }) },
  },
  config: { access: accountHolders },
})

export const mediaLink = endpoint({
  method: 'GET',
  url: '/api/media/:id/link',
  schema: {
    summary:
      'A link that opens a private file for some minutes; what an admin opens is written down, and documents and CVs of mentors are not for support',
    tags,
    params: z.strictObject({ id: z.uuid() }),
    response: {
      200: z.object({ data: z.object({ url: z.url(), expiresAt: z.iso.datetime(), contentType: z.string() }) }),
    },
  },
  config: { access: sideOrAdmin },
})
