import * as contract from '#contract/reference/catalogue-admin.ts'
import type { Feature } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { readEntries } from './catalogue.ts'
import { addEntry, changeEntry, removeEntry } from './editing.ts'
import { findEntry, withUsage } from './usage.ts'

export const catalogueRoutes: Feature = (app, context) => {
  const { db } = context
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
      const [data] = await withUsage(db, kind, [await findEntry(db, kind, key)])
      if (!data) throw new AppError('not-found')
      return { data }
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
