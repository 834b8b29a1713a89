import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { makeVideo, multipart } from '#test/uploads.ts'

/** The task of the sender thread, and its result per file. */
export type SendersTask = { origin: string; cookies: string[]; files: number; bytes: number; partBytes: number }
export type SentFile = { ok: boolean; seconds: number; words: string }

// safe: uploads.ts starts this file with exactly this data
const { origin, cookies, files, bytes, partBytes } = workerData as SendersTask
const video = makeVideo(bytes)

/** One form over its own connection, as fast as the server accepts it. */
function send(sender: number, from: number, to: number, id: string): Promise<{ status: number; text: string }> {
  const form = multipart([
    { name: 'upload_preset', value: 'mentor-video' },
    { name: 'file', value: '', fileName: 'class.mp4', type: 'video/mp4' },
  ])
  const end = form.body.lastIndexOf('\r\n--')
  const whole = from === 0 && to === bytes
  const part = whole ? {} : { 'content-range': `bytes ${from}-${to - 1}/${bytes}`, 'x-unique-upload-id': id }
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/api/media/video/upload`, {
      method: 'POST',
      headers: {
        ...form.headers,
        ...part,
        'content-length': form.body.length + to - from,
        cookie: cookies[sender % cookies.length] ?? '',
        // Each sender has its own IP address for the rate limiter.
        'x-forwarded-for': `10.0.${sender % 250}.1`,
      },
    })
    call.once('error', reject)
    call.once('response', async (response) => {
      resolve({ status: response.statusCode ?? 0, text: (await response.setEncoding('utf8').toArray()).join('') })
    })
    call.write(form.body.subarray(0, end))
    call.write(video.subarray(from, to))
    call.end(form.body.subarray(end))
  })
}

/** Every other file is sent in parts, as from a browser; the others in one request. */
async function sendFile(sender: number): Promise<SentFile> {
  const began = performance.now()
  const id = `load-${randomUUID()}`
  const step = sender % 2 === 0 ? partBytes : bytes
  let reply = { status: 0, text: '' }
  for (let from = 0; from < bytes; from += step) {
    reply = await send(sender, from, Math.min(from + step, bytes), id)
    if (reply.status !== 200) break
  }
  const ok = reply.status === 200 && JSON.parse(reply.text).bytes === bytes
  return {
    ok,
    seconds: (performance.now() - began) / 1000,
    words: ok ? '' : `${reply.status} ${reply.text.slice(0, 200)}`,
  }
}

const failed = (error: unknown): SentFile => ({ ok: false, seconds: 0, words: String(error) })
parentPort?.postMessage(await Promise.all(Array.from({ length: files }, (_, sender) => sendFile(sender).catch(failed))))
