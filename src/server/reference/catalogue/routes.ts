import * as contract from '#contract/reference/catalogue-admin.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { namesOf, readEntries } from './catalogue.ts'
import { addEntry, changeEntry, removeEntry } from './editing.ts'
import { historyOf } from './rows.ts'
import { findEntry, withUsage } from './usage.ts'
import { type SubjectRow, subjectList } from './usage-rows.ts'

type Filter = { q?: string | undefined; state?: 'shown' | 'hidden' | 'merged' | undefined; grade?: string | undefined }

async function subjectsFor(db: Db, { q, state, grade }: Filter) {
  const taught = grade ? (await readEntries(db, 'grade')).find(({ key }) => key === grade)?.subjects : undefined
  const word = q?.toLowerCase()
  const entries = (await readEntries(db, 'subject')).filter(
    (entry) =>
      entry.state !== 'removed' &&
      (!state || (entry.into ? 'merged' : entry.state) === state) &&
      (!grade || taught?.includes(entry.key)) &&
      (!word || namesOf(entry).some((name) => name.includes(word))),
  )
  return subjectList(await withUsage(db, 'subject', entries), JSON.stringify([q, state, grade]))
}

export const catalogueRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.catalogueSubjects,
    handler: async ({ query }) =>
      await listPage<SubjectRow, typeof query.sort>(db, cursors, await subjectsFor(db, query), query),
  })
  app.route({
    ...contract.catalogueSubjectsFile,
    handler: async (request, reply) => {
      const { query } = request
      await transaction(db, (tx) =>
        writeAudit(tx, requireViewer(request), 'catalogue.file', {
          kind: 'catalogue',
          id: 'subjects',
          detail: { ...query },
        }),
      )
      const rows = listAll<SubjectRow, typeof query.sort>(db, await subjectsFor(db, query), query)
      const head = [
        'subject',
        'english',
        'hindi',
        'aliases',
        'order',
        'state',
        'merged into',
        'home',
        'mentors',
        'bookings',
        'drafts',
      ]
      return sendCsv(reply, 'subjects', head, rows, (row) => [
        ...[
          row._id,
          row.en,
          row.hi,
          row.aliases.join(' | '),
          row.place,
          row.state,
          row.into ?? '',
          row.isHome ? 'yes' : '',
        ],
        ...[row.mentors, row.bookings, row.drafts],
      ])
    },
  })
  app.route({
    ...contract.catalogueList,
    handler: async ({ params: { kind } }) => {
      const entries = (await readEntries(db, kind)).filter((entry) => entry.state !== 'removed' && entry.into === null)
      return { data: await withUsage(db, kind, entries) }
    },
  })
  app.route({
    ...contract.catalogueEntry,
    handler: async ({ params: { kind, key } }) => {
      const [entry, history] = await Promise.all([findEntry(db, kind, key), historyOf(db, kind, key)])
      const [data] = await withUsage(db, kind, [entry])
      if (!data) throw new AppError('not-found')
      return { data, history: history.map((change) => ({ ...change, at: change.at.toISOString() })) }
    },
  })
  app.route({
    ...contract.addEntry,
    handler: async (request) => ({
      data: await addEntry(context, requireViewer(request), request.params.kind, request.body),
    }),
  })
  app.route({
    ...contract.changeEntry,
    handler: async (request) => ({
      data: await changeEntry(context, requireViewer(request), request.params, request.body),
    }),
  })
  app.route({
    ...contract.removeEntry,
    handler: async (request) => ({
      data: await removeEntry(context, requireViewer(request), request.params, request.body.version),
    }),
  })
}
