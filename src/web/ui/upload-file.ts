import type { UploadErrorReply, Uploaded } from '#contract/reference/media.ts'
import type { UploadPreset } from '#contract/wire/uploads.ts'

/** A failed upload with the server's message, or none if it was unreachable. */
export class UploadError extends Error {
  override name = 'UploadError'
  /** Whether a retry may succeed. */
  canRetry: boolean
  constructor(words: string, canRetry: boolean) {
    super(words)
    this.canRetry = canRetry
  }
}

type UploadOptions = {
  /** Uploaded share, 0 to 1. */
  onProgress?: (share: number) => void
  /** True while the upload waits for a connection. */
  onWait?: (isWaiting: boolean) => void
  signal?: AbortSignal
}

const partBytes = 2 * 1024 * 1024
// Without progress for this long the connection is considered dead.
const idleMs = 45_000
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]

type Answer = { status: number; body: unknown }
type Progress = { done: false; received: number }

function request(
  method: string,
  url: string,
  form: FormData | null,
  more: Record<string, string>,
  options: UploadOptions,
  from = 0,
  size = 0,
) {
  return new Promise<Answer>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const stop = () => xhr.abort()
    const idle = setTimeout(stop, idleMs)
    let timer = idle
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(stop, idleMs)
    }
    xhr.open(method, url)
    for (const [name, value] of Object.entries({ 'accept-language': document.documentElement.lang, ...more }))
      xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      alive()
      if (size > 0) options.onProgress?.(Math.min(1, (from + event.loaded) / size))
    }
    xhr.responseType = 'json'
    xhr.onload = () => resolve({ status: xhr.status, body: xhr.response })
    xhr.onerror = xhr.onabort = () => reject(new UploadError('', true))
    xhr.onloadend = () => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', stop)
    }
    options.signal?.addEventListener('abort', stop)
    xhr.send(form)
  })
}

/** Resolves after a delay, when the connection returns, or on cancel. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    // Offline, only a new connection ends the wait.
    const timer = navigator.onLine ? setTimeout(go, ms) : undefined
    addEventListener('online', go)
    signal?.addEventListener('abort', go)
  })

/** A stable name per file, so that a later visit resumes its upload. */
function nameOf(file: File, preset: string): string {
  let sum = 0
  for (const letter of file.name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0xffffffff
  return `${preset}-${file.size}-${file.lastModified}-${sum}`
}

const kindOf = (file: File, preset: UploadPreset) =>
  preset === 'mentor-video' ? 'video' : file.type === 'application/pdf' ? 'raw' : 'image'

/**
 * Uploads a file in parts and resumes after a lost connection.
 * @throws UploadError with the server's message on a refusal, without one after minutes without a connection
 */
export async function uploadFile(file: File, preset: UploadPreset, options: UploadOptions = {}): Promise<Uploaded> {
  const { signal, onWait } = options
  const id = nameOf(file, preset)
  let received = 0
  for (let tries = 0; ; ) {
    signal?.throwIfAborted()
    // Sends the last byte again if all have arrived but the reply was lost.
    const from = Math.min(received, file.size - 1)
    const part = file.slice(from, from + partBytes)
    const form = new FormData()
    form.append('upload_preset', preset)
    form.append('file', part, file.name)
    const range = { 'content-range': `bytes ${from}-${from + part.size - 1}/${file.size}`, 'x-unique-upload-id': id }
    const { status, body } = await request(
      'POST',
      `/api/media/${kindOf(file, preset)}/upload`,
      form,
      range,
      options,
      from,
      file.size,
    ).catch((): Answer => ({ status: 0, body: null }))
    signal?.throwIfAborted()
    if (status === 200) {
      tries = 0
      const taken = body as Uploaded | Progress // safe: the contract's reply
      if (!('done' in taken)) return taken
      received = taken.received
      continue
    }
    const { message = '', code = '' } = (body as UploadErrorReply | null)?.error ?? {} // safe: every refusal has this shape
    const isLost = status === 0 || status >= 500 || code === 'rate-limited' || code === 'upload-gap'
    const ms = pausesMs[tries++]
    if (!isLost || ms === undefined) throw new UploadError(message, isLost)
    onWait?.(true)
    await pause(ms, signal)
    const now = await request('GET', `/api/media/uploads/${id}`, null, {}, options).catch(() => null)
    if (now) onWait?.(false)
    if (now?.status === 200) received = (now.body as Progress).received
    else if (now?.status === 404) received = 0
  }
}
