/** Upload rules (product.md §10). Free of zod: the browser may import them. */

export const uploadKinds = ['image', 'video', 'raw'] as const
export type UploadKind = (typeof uploadKinds)[number]

export const uploadPresets = [
  'mentor-photo',
  'mentor-document',
  'mentor-cv',
  'mentor-certificate',
  'mentor-video',
  'chat-photo',
  'chat-document',
] as const
export type UploadPreset = (typeof uploadPresets)[number]

/** Kind of a file, detected from its content. */
const uploadContents = ['image', 'pdf', 'video'] as const
export type UploadContent = (typeof uploadContents)[number]

type UploadRule = {
  /** Endpoints that accept the preset; `raw` is Cloudinary's name for files other than images and videos. */
  kinds: readonly UploadKind[]
  contents: readonly UploadContent[]
  maxBytes: number
  /** Minimum width and height of a picture, in pixels. */
  minPx: number
  isPrivate: boolean
}

const megabyte = 1024 * 1024
const photo: UploadRule = {
  kinds: ['image'],
  contents: ['image'],
  maxBytes: 10 * megabyte,
  minPx: 200,
  isPrivate: false,
}
const document: UploadRule = {
  kinds: ['image', 'raw'],
  contents: ['image', 'pdf'],
  maxBytes: 10 * megabyte,
  minPx: 200,
  isPrivate: true,
}

export const uploadRules: Record<UploadPreset, UploadRule> = {
  'mentor-photo': photo,
  'mentor-document': document,
  'mentor-cv': document,
  // Private until published.
  'mentor-video': { kinds: ['video'], contents: ['video'], maxBytes: 100 * megabyte, minPx: 0, isPrivate: true },
  'chat-photo': { ...photo, minPx: 16, isPrivate: true },
  'mentor-certificate': document,
  'chat-document': document,
}

export const inMegabytes = (bytes: number): number => Math.floor(bytes / megabyte)

/** Type names and media types of each kind of content. */
const typesOf: Record<UploadContent, { names: string; accept: string }> = {
  image: { names: 'JPG, PNG, WebP', accept: 'image/jpeg,image/png,image/webp' },
  pdf: { names: 'PDF', accept: 'application/pdf' },
  video: { names: 'MP4, MOV, WebM, 3GP', accept: 'video/mp4,video/quicktime,video/webm,video/3gpp,video/x-m4v' },
}

const joinTypes = (preset: UploadPreset, part: 'names' | 'accept', separator: string) =>
  uploadRules[preset].contents.map((content) => typesOf[content][part]).join(separator)

/** Accepted types for display: "JPG, PNG, WebP, PDF". */
export const typeNames = (preset: UploadPreset): string => joinTypes(preset, 'names', ', ')

/** Accepted types for a file input. HEIC is omitted so that iPhones convert to JPEG. */
export const acceptOf = (preset: UploadPreset): string => joinTypes(preset, 'accept', ',')

export const maxMegapixels = 50
export const maxPdfPages = 20
/** Hours after which an unused file or unfinished upload is deleted. */
export const unusedHours = 48
/** Hours a file of an application draft is retained after the draft was last saved. */
export const draftFileHours = 30 * 24
/** Uploads an account can finish in an hour. */
export const maxUploadsPerHour = 60
/** How many of them can be documents, whose text is read for seconds; an application has up to 14. */
export const maxDocumentsPerHour = 20
/** Bytes of unused files an account can have. */
export const maxUnusedBytes = 500 * megabyte
/** Seconds a link to a private file works: to a document, which opens once, and to any other. */
export const linkSeconds = { document: 60, other: 5 * 60 }
export const isDocument = (preset: UploadPreset): boolean =>
  preset === 'mentor-document' || preset === 'mentor-cv' || preset === 'mentor-certificate'
