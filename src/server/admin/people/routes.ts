import * as contract from '#contract/people/people.ts'
import { rupees } from '#contract/wire/money.ts'
import { countPeople } from '#server/admin/overview/overview.ts'
import type { Feature } from '#server/context.ts'
import { consentsOf } from '#server/people/consents/consents.ts'
import { parseDevice } from '#server/people/profiles/profiles.ts'
import { auditListFile, auditView } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { listedPhone } from '#server/platform/masked.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { accountTimeline } from './account-timeline.ts'
import { listAdmins, removeAdmin, setAdmin } from './admins.ts'
import * as people from './people.ts'
import { accountById, accountIdOf, type FamilyRow, familyList } from './rows.ts'

type By = 'since' | 'name'
const toReply = ({ paidPaise, seenAt, since, ...rest }: FamilyRow) => ({
  ...rest,
  paid: rupees(paidPaise),
  seenAt: seenAt?.toISOString() ?? null,
  since: since.toISOString(),
})

/** A login shows the device's name instead of the whole user agent. */
function withDevice<E extends { kind: string; text: string }>(event: E): E {
  if (event.kind !== 'login') return event
  const { browser, system } = parseDevice(event.text)
  return { ...event, text: [browser, system].filter(Boolean).join(', ') }
}

/** Routes for families, accounts and admins. */
export const peopleRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  async function account(id: string) {
    return { data: orNotFound(await accountById(db, id)) }
  }

  app.route({
    ...contract.adminFamilies,
    handler: async (request) => {
      const { query } = request
      const page = await listPage<FamilyRow, By>(db, cursors, await familyList(db, query), query)
      const data = page.data.map((row) => ({ ...toReply(row), phone: listedPhone(requireViewer(request), row.phone) }))
      return { ...page, data, counts: await countPeople(db) }
    },
  })
  app.route({
    ...contract.adminFamiliesFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'families', query)
      const head = ['name', 'phone', 'town', 'learners', 'bookings going', 'paid', 'last seen', 'since', 'suspended']
      const rows = listAll<FamilyRow, By>(db, await familyList(db, query), query)
      return sendCsv(reply, 'families', head, rows, (row) => {
        const { name, phone, city, learners, bookingsGoing, paid, seenAt, since, isSuspended } = toReply(row)
        return [...[name, phone, city, learners.join(', '), bookingsGoing, paid, seenAt, since], isSuspended]
      })
    },
  })
  app.route({
    ...contract.adminAccount,
    handler: async (request) => {
      const id = orNotFound(await accountIdOf(db, request.params.id))
      const viewer = requireViewer(request)
      await auditView(db, viewer, 'account.look', { kind: 'account', id })
      const [{ data }, history, consents] = await Promise.all([
        account(id),
        accountTimeline(db, id, viewer),
        consentsOf(db, id),
      ])
      return { data: { ...data, ...history, consents, timeline: history.timeline.map(withDevice) } }
    },
  })
  app.route({
    ...contract.endAccountSessions,
    handler: async (request) => {
      await people.logOutEverywhere(context, requireViewer(request), request.params.id, request.body.reason)
      return await account(request.params.id)
    },
  })
  app.route({
    ...contract.suspendAccount,
    handler: async (request) => {
      await people.suspend(context, requireViewer(request), request.params.id, request.body.reason)
      return await account(request.params.id)
    },
  })
  app.route({
    ...contract.restoreAccount,
    handler: async (request) => {
      await people.restore(context, requireViewer(request), request.params.id, request.body.reason)
      return await account(request.params.id)
    },
  })
  app.route({
    ...contract.requestPhoneChange,
    handler: async (request) => {
      const { phone, reason } = request.body
      await people.askPhone(context, requireViewer(request), request.params.id, phone, reason)
      return await account(request.params.id)
    },
  })
  app.route({
    ...contract.approvePhoneChange,
    handler: async (request) => {
      const { phone, reason } = request.body
      await people.approvePhone(context, requireViewer(request), request.params.id, phone, reason)
      return await account(request.params.id)
    },
  })
  app.route({
    ...contract.cancelPhoneChange,
    handler: async (request) => {
      await people.dropPhone(context, requireViewer(request), request.params.id)
      return await account(request.params.id)
    },
  })
  app.route({ ...contract.adminsList, handler: async () => ({ data: await listAdmins(db) }) })
  app.route({
    ...contract.setAdmin,
    handler: async (request) => {
      await setAdmin(context, requireViewer(request), request.body)
      return { data: await listAdmins(db) }
    },
  })
  app.route({
    ...contract.removeAdmin,
    handler: async (request) => {
      await removeAdmin(context, requireViewer(request), request.params.id)
      return { data: await listAdmins(db) }
    },
  })
}
