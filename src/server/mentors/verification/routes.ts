import type { FastifyRequest } from 'fastify'
import { eKycPerHour } from '#contract/mentors/e-kyc.ts'
import { sendEKyc } from '#contract/mentors/e-kyc-file.ts'
import { decideChange } from '#contract/mentors/mentor-changes.ts'
import * as contract from '#contract/mentors/verification.ts'
import * as queue from '#contract/mentors/verification-queue.ts'
import { checkKinds } from '#contract/reference/catalogue.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile, writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { listedPhone } from '#server/platform/masked.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import * as changes from './changes.ts'
import { deleteDocument, requestDocument } from './documents.ts'
import { takeEKyc } from './e-kyc.ts'
import * as rows from './queries.ts'
import { decideMentor, readMentor, setCheck, setListing } from './verification.ts'

const toReply = ({ submittedAt, joinedAt, changedAt, recheckSince, ...rest }: rows.Row) => ({
  ...rest,
  submittedAt: submittedAt.toISOString(),
  joinedAt: joinedAt.toISOString(),
  changedAt: changedAt.toISOString(),
  recheckSince: recheckSince?.toISOString() ?? null,
})

const eKycFiles = {
  max: eKycPerHour,
  timeWindow: '1 hour',
  keyGenerator: (request: FastifyRequest) => `e-kyc:${request.viewer?.accountId ?? request.ip}`,
}

export const verificationRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...queue.adminMentors,
    handler: async (request) => {
      const { query } = request
      const { q = '', status } = query
      const withPhones = query.phones === 'yes'
      const [page, counts] = await Promise.all([
        listPage<rows.Row, rows.SortKey>(db, cursors, await rows.mentorList(db, query), query),
        rows.countWaiting(db),
      ])
      if (withPhones && page.data.length > 0) {
        // Phone numbers are visible: one audit row for the page records who saw whose.
        const detail = { q, mentors: page.data.map((one) => one._id) }
        await writeAudit(db, requireViewer(request), 'mentor.list', { kind: 'mentor-list', id: status, detail })
      }
      const data = page.data.map((one) => ({
        ...toReply(one),
        phone: withPhones && one.phone ? listedPhone(requireViewer(request), one.phone) : null,
      }))
      return { ...page, data, counts }
    },
  })

  app.route({
    ...queue.adminMentorsFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'mentors', query)
      const head = [
        'number',
        'name',
        'phone',
        'status',
        'applied',
        'joined',
        'changed',
        'to check again since',
        'missing',
      ]
      const all = listAll<rows.Row, rows.SortKey>(db, await rows.mentorList(db, query), query)
      return sendCsv(reply, 'verification', [...head, ...checkKinds, 'subjects', 'area', 'city'], all, (row) => {
        const one = toReply(row)
        return [
          ...[
            one.number,
            one.fullName,
            one.phone,
            one.status,
            one.submittedAt,
            one.joinedAt,
            one.changedAt,
            one.recheckSince,
          ],
          one.missing.join(', '),
          ...checkKinds.map((kind) => one.checks.find((check) => check.kind === kind)?.state ?? 'pending'),
          ...[one.subjects.join(', '), one.area, one.city],
        ]
      })
    },
  })

  app.route({
    ...contract.adminMentor,
    handler: async (request) => ({ data: await readMentor(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.decideMentor,
    handler: async (request) => ({
      data: await decideMentor(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...sendEKyc,
    config: { ...sendEKyc.config, rateLimit: eKycFiles },
    handler: async (request) => {
      const checkedAt = await takeEKyc(context, requireViewer(request), request.body)
      return { data: { checkedAt: checkedAt.toISOString() } }
    },
  })

  app.route({
    ...decideChange,
    handler: async (request) => ({
      data: await changes.decideChange(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...contract.setCheck,
    handler: async (request) => ({
      data: await setCheck(context, requireViewer(request), request.params, request.body),
    }),
  })

  app.route({
    ...contract.setListing,
    handler: async (request) => ({
      data: await setListing(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...contract.deleteDocument,
    handler: async (request) => ({ data: await deleteDocument(context, requireViewer(request), request.params.id) }),
  })

  app.route({
    ...contract.requestDocument,
    handler: async (request) => ({ data: await requestDocument(context, requireViewer(request), request.params.id) }),
  })
}
