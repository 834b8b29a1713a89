import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { typeNames, type UploadContent, type UploadPreset, uploadRules } from '#contract/wire/uploads.ts'
import { AppError } from '#server/platform/errors.ts'

/** The type of a file. `format` is its file extension, `contentType` its media type. */
export type FileType = { content: UploadContent; format: string; contentType: string }

const fileTypes: Record<string, FileType> = {
  'image/jpeg': { content: 'image', format: 'jpg', contentType: 'image/jpeg' },
  'image/png': { content: 'image', format: 'png', contentType: 'image/png' },
  'image/webp': { content: 'image', format: 'webp', contentType: 'image/webp' },
  'image/avif': { content: 'image', format: 'avif', contentType: 'image/avif' },
  'application/pdf': { content: 'pdf', format: 'pdf', contentType: 'application/pdf' },
  'video/mp4': { content: 'video', format: 'mp4', contentType: 'video/mp4' },
  'video/x-m4v': { content: 'video', format: 'mp4', contentType: 'video/mp4' },
  'video/quicktime': { content: 'video', format: 'mov', contentType: 'video/quicktime' },
  'video/webm': { content: 'video', format: 'webm', contentType: 'video/webm' },
  'video/3gpp': { content: 'video', format: '3gp', contentType: 'video/3gpp' },
}

/** Detects the type of a file from its bytes; the file name and the client's media type are ignored. */
export async function detectType(path: string, preset: UploadPreset): Promise<FileType> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const type = found && fileTypes[found.mime]
  if (!type || !uploadRules[preset].contents.includes(type.content)) {
    throw new AppError('file-type', { types: typeNames(preset) })
  }
  return type
}

// A PDF's end mark, and a ZIP directory record with the longest possible comment (64 kB), fit into this.
const tailBytes = 70_000

/** The last bytes of a file. */
export async function tailOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, tailBytes)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer
  } finally {
    await handle.close()
  }
}
