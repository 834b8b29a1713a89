import * as contract from '#contract/verification.ts'
import type { Feature, Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { askDocument, deleteDocument } from './documents.ts'
import * as rows from './queries.ts'
import { decideMentor, lookAtMentor, setCheck, setListing } from './verification.ts'

type Asked = {
  q?: string | undefined
  status: (typeof contract.statusFilters)[number]
  cursor?: string | undefined
  limit: number
}

async function listMentors({ db, cursors }: Parts, viewer: Viewer, { q, status, cursor, limit }: Asked) {
  const list = `admin-mentors:${status}:${q ?? ''}`
  const after = cursor ? cursors.read<rows.Position>(list, cursor) : null
  const fits = await rows.fitting(db, { q, status })
  const [found, total, counts] = await Promise.all([
    rows.listMentors(db, status, fits, after, limit),
    rows.countFound(db, status, fits),
    rows.countWaiting(db),
  ])
  const isMore = found.length > limit
  const shown = found.slice(0, limit)
  if (after?.isBack) shown.reverse()
  if (shown.length > 0) {
    // Phone numbers stand in the rows: one line for the page says who saw whose.
    const detail = { q: q ?? '', mentors: shown.map((one) => one._id) }
    await writeAudit(db, viewer, 'mentor.list', { kind: 'mentor-list', id: status, detail })
  }
  const link = (one: (typeof shown)[number] | undefined, isBack: boolean) =>
    one ? cursors.write(list, { isDone: one.isDone, at: one.at, id: one._id, isBack }) : null
  const isLast = after?.isBack ? false : !isMore
  const isFirst = after === null || (after.isBack && !isMore)
  return {
    data: shown.map((one) => ({
      ...one,
      submittedAt: one.submittedAt.toISOString(),
      recheckSince: one.recheckSince?.toISOString() ?? null,
    })),
    nextCursor: isLast ? null : link(shown.at(-1), false),
    previousCursor: isFirst ? null : link(shown[0], true),
    total,
    counts,
  }
}

export const verificationRoutes: Feature = (app, parts) => {
  app.route({ ...contract.adminMentors, handler: (request) => listMentors(parts, loggedIn(request), request.query) })

  app.route({
    ...contract.adminMentor,
    handler: async (request) => ({ data: await lookAtMentor(parts, loggedIn(request), request.params.id) }),
  })

  app.route({
    ...contract.decideMentor,
    handler: async (request) => ({
      data: await decideMentor(parts, loggedIn(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...contract.setCheck,
    handler: async (request) => ({ data: await setCheck(parts, loggedIn(request), request.params, request.body) }),
  })

  app.route({
    ...contract.setListing,
    handler: async (request) => ({ data: await setListing(parts, loggedIn(request), request.params.id, request.body) }),
  })

  app.route({
    ...contract.deleteDocument,
    handler: async (request) => ({ data: await deleteDocument(parts, loggedIn(request), request.params.id) }),
  })

  app.route({
    ...contract.askDocument,
    handler: async (request) => ({ data: await askDocument(parts, loggedIn(request), request.params.id) }),
  })
}
