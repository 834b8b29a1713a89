import { randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import * as contract from '#contract/mentors/mentor-links.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { ipBlock } from '#server/platform/networks.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import * as rows from './link-rows.ts'

const toReply = ({ madeAt, endsAt, ...rest }: rows.LinkRow) => ({
  ...rest,
  madeAt: madeAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
})
type NewLink = { name: string; mentors: readonly string[]; days: number | null }
const tokenBytes = 9

/** Share links to selected mentors: any admin makes them, everybody may open them. */
export const linkRoutes: Feature = (app, { db, cursors, limits }) => {
  // Stops visitors from inflating the counter. Kept in memory only.
  const visits = limits('mentor-link', { points: 20, seconds: 3600 })

  async function make(viewer: Viewer, { name, mentors: given, days }: NewLink) {
    return await transaction(db, async (tx) => {
      const mentors = await rows.listedAmong(tx, given)
      if (mentors.length === 0) throw new AppError('link-nobody')
      const token = randomBytes(tokenBytes).toString('base64url')
      const id = await rows.insertLink(tx, { name, token, mentors, days, accountId: viewer.accountId })
      await writeAudit(tx, viewer, 'mentor.link', {
        kind: 'mentor-link',
        id,
        detail: { name, mentors: mentors.length, days },
      })
      return { id, skipped: new Set(given).size - mentors.length }
    })
  }

  app.route({
    ...contract.mentorLinks,
    handler: async ({ query }) => {
      const page = await listPage<rows.LinkRow, rows.LinkBy>(db, cursors, rows.linkList(query.q), query)
      return { ...page, data: page.data.map(toReply) }
    },
  })
  app.route({
    ...contract.mentorLinksFile,
    handler: async (request, reply) => {
      const { query } = request
      await writeAudit(db, requireViewer(request), 'mentor-links.file', {
        kind: 'list',
        id: 'links',
        detail: { ...query },
      })
      const all = listAll<rows.LinkRow, rows.LinkBy>(db, rows.linkList(query.q), query)
      return sendCsv(reply, 'links', ['name', 'mentors', 'opens', 'made', 'made by', 'link'], all, (row) => {
        const { name, mentors, opens, madeAt, madeBy, token } = toReply(row)
        return [name, mentors, opens, madeAt, madeBy, token]
      })
    },
  })
  app.route({
    ...contract.makeMentorLink,
    handler: async (request) => {
      const { id, skipped } = await make(requireViewer(request), request.body)
      const link = orNotFound(await rows.linkById(db, id))
      return { data: { ...toReply(link), leftOut: skipped } }
    },
  })
  app.route({
    ...contract.endMentorLink,
    handler: async (request) => {
      const { id } = request.params
      const viewer = requireViewer(request)
      const link = await transaction(db, async (tx) => {
        if (await rows.endLink(tx, id, viewer.accountId)) {
          await writeAudit(tx, viewer, 'mentor.link-ended', { kind: 'mentor-link', id })
          await notifyChange(tx, 'public_pages')
        }
        return await rows.linkById(tx, id)
      })
      if (!link) throw new AppError('not-found')
      return { data: toReply(link) }
    },
  })
  app.route({
    ...contract.openMentorLink,
    handler: async ({ params: { token } }) => {
      const named = orNotFound(await rows.mentorsOfLink(db, token))
      const { ids, isOver } = named
      if (isOver) return { data: { mentors: [], named: 0, isOver } }
      return { data: { mentors: await rows.listedAmong(db, ids), named: ids.length, isOver } }
    },
  })
  app.route({
    ...contract.countMentorLink,
    handler: async ({ params: { token }, viewer, headers, ip }) => {
      const isOurs = viewer?.userType === 'admin' || isbot(headers['user-agent'] ?? '') || !headers['user-agent']
      const isCounted =
        !isOurs && (await visits.take(`${token} ${ipBlock(ip)}`)) === 0 && (await rows.countOpen(db, token))
      return { data: { isCounted } }
    },
  })
}
