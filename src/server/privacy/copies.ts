import { Worker } from 'node:worker_threads'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as copies from './copy-rows.ts'
import { type DataPdf, maxPdfRows } from './data-pdf.ts'
import { dataOf } from './privacy.ts'
import * as rows from './rows.ts'
import { personalTables } from './tables.ts'

const worker = new URL('./data-pdf-worker.ts', import.meta.url)
const limits = { maxMs: 120_000, maxMegabytes: 256 }
const limitDrawing = limitConcurrency(1)

/** Asks for a PDF of the viewer's data, once a day; while one is being made, asking again changes nothing. */
export async function askCopy({ db, queue }: Pick<Context, 'db' | 'queue'>, viewer: Viewer, language: Language) {
  await transaction(db, async (tx) => {
    const id = await copies.insertCopy(tx, viewer.accountId, language, personalTables.length)
    if (id) await queue.send(tx, 'privacy.copy', { copyId: id })
    else if ((await copies.lastCopy(tx, viewer.accountId))?.status !== 'waiting') throw new AppError('copy-too-soon')
  })
}

/** The PDF, for its account only. */
export async function copyFor(db: Db, viewer: Viewer, id: string): Promise<Buffer> {
  return orNotFound(await copies.pdfOf(db, viewer.accountId, id))
}

/** Job: makes a PDF and reports its progress; one of an account erased meanwhile is gone. */
export async function makeCopy({ db, log }: Pick<Context, 'db' | 'log'>, id: string): Promise<void> {
  const copy = await copies.waitingCopy(db, id)
  const person = copy && (await rows.personOf(db, copy.accountId))
  if (!copy || !person) return
  try {
    const onPart = (done: number) => copies.setDone(db, id, done)
    // One more than are drawn shows that there are more.
    const data = await dataOf(db, person, { most: maxPdfRows + 1, onPart })
    const { askedAt: madeAt, language } = copy
    await copies.setMade(db, id, await limitDrawing(() => draw({ data, madeAt, language })))
  } catch (error) {
    log?.error({ err: error, copy: id }, 'a PDF of personal data could not be made')
    await copies.setFailed(db, id)
  }
}

/** Draws in a thread of its own, because it takes seconds of processor time. */
async function draw(workerData: DataPdf): Promise<Buffer> {
  const resourceLimits = { maxOldGenerationSizeMb: limits.maxMegabytes }
  const thread = new Worker(worker, { workerData, resourceLimits, execArgv: [] })
  const timeout = setTimeout(() => void thread.terminate().catch(() => {}), limits.maxMs)
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      thread.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)))
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the PDF took too long')))
    })
  } finally {
    clearTimeout(timeout)
    await thread.terminate()
  }
}
