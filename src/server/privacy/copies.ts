import type { Kysely } from 'kysely'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as copies from './copy-rows.ts'
import { dataPdf } from './data-pdf.ts'
import { dataOf } from './privacy.ts'
import * as rows from './rows.ts'
import { personalTables } from './tables.ts'

type Db = Kysely<DB>

/** Asks for a PDF of the viewer's data; while one is being made, asking again changes nothing. */
export async function askCopy({ db, queue }: Pick<Context, 'db' | 'queue'>, viewer: Viewer, language: Language) {
  await transaction(db, async (tx) => {
    const id = await copies.insertCopy(tx, viewer.accountId, language, personalTables.length)
    if (id) await queue.send(tx, 'privacy.copy', { copyId: id })
  })
}

/** The PDF, for its account only. */
export async function copyFor(db: Db, viewer: Viewer, id: string): Promise<Buffer> {
  const pdf = await copies.pdfOf(db, viewer.accountId, id)
  if (!pdf) throw new AppError('not-found')
  return pdf
}

/** Job: makes a PDF and reports its progress; one of an account erased meanwhile is gone. */
export async function makeCopy({ db, log }: Pick<Context, 'db' | 'log'>, id: string): Promise<void> {
  const copy = await copies.waitingCopy(db, id)
  const person = copy && (await rows.personOf(db, copy.accountId))
  if (!copy || !person) return
  try {
    const data = await dataOf(db, person, (done) => copies.setDone(db, id, done))
    await copies.setMade(db, id, await dataPdf(data, copy.askedAt, copy.language))
  } catch (error) {
    log?.error({ err: error, copy: id }, 'a PDF of personal data could not be made')
    await copies.setFailed(db, id)
  }
}
