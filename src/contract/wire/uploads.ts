/** What may be uploaded (product.md §10). Free of zod: the browser may import it. */

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

/** What a file is, decided by its content. */
export const uploadContents = ['image', 'pdf', 'video'] as const
export type UploadContent = (typeof uploadContents)[number]

type UploadRule = {
  /** Endpoints that take it; `raw` is Cloudinary's word for a file that is neither picture nor video. */
  kinds: readonly UploadKind[]
  contents: readonly UploadContent[]
  mostBytes: number
  /** Pixels that a picture needs each way. */
  leastPx: number
  isPrivate: boolean
}

const megabyte = 1024 * 1024
const photo: UploadRule = {
  kinds: ['image'],
  contents: ['image'],
  mostBytes: 10 * megabyte,
  leastPx: 200,
  isPrivate: false,
}
const document: UploadRule = {
  kinds: ['image', 'raw'],
  contents: ['image', 'pdf'],
  mostBytes: 10 * megabyte,
  leastPx: 200,
  isPrivate: true,
}

export const uploadRules: Record<UploadPreset, UploadRule> = {
  'mentor-photo': photo,
  'mentor-document': document,
  'mentor-cv': document,
  // Private until it is published.
  'mentor-video': { kinds: ['video'], contents: ['video'], mostBytes: 100 * megabyte, leastPx: 0, isPrivate: true },
  'chat-photo': { ...photo, leastPx: 16, isPrivate: true },
  'mentor-certificate': document,
  'chat-document': document,
}

export const inMegabytes = (bytes: number): number => Math.floor(bytes / megabyte)

/** Names of the types of each content, for words, and media types for a file input. */
const typesOf: Record<UploadContent, { names: string; accept: string }> = {
  image: { names: 'JPG, PNG, WebP', accept: 'image/jpeg,image/png,image/webp' },
  pdf: { names: 'PDF', accept: 'application/pdf' },
  video: { names: 'MP4, MOV, WebM, 3GP', accept: 'video/mp4,video/quicktime,video/webm,video/3gpp,video/x-m4v' },
}

const joined = (preset: UploadPreset, part: 'names' | 'accept', between: string) =>
  uploadRules[preset].contents.map((content) => typesOf[content][part]).join(between)

/** Types a preset takes, for people: "JPG, PNG, WebP, PDF". */
export const typeNames = (preset: UploadPreset): string => joined(preset, 'names', ', ')

/** Types a preset takes, for `accept` of a file input. HEIC is left out, so that iPhones send JPEG. */
export const acceptOf = (preset: UploadPreset): string => joined(preset, 'accept', ',')

export const maxMegapixels = 50
export const maxPdfPages = 20
/** Hours after which a file that nothing uses, or an upload that was never finished, is removed. */
export const unusedHours = 48
/** A file that a draft of an application names stays so many hours after the draft was saved. */
export const draftFileHours = 30 * 24
/** Uploads an account may finish in an hour. */
export const uploadsAnHour = 60
/** Bytes of files of one account that nothing uses yet. */
export const maxUnusedBytes = 500 * megabyte
export const linkMinutes = 5
