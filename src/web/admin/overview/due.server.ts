import type { adminDue } from '#contract/admin/due.ts'
import { dueKinds } from '#contract/admin/due-kinds.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { caseKindName } from '../kit/case-labels.server.ts'
import { clockOf } from '../kit/deadline.tsx'
import { dueLists, readDue } from '../kit/due-lists.server.ts'
import { fullTime } from '../kit/full-time.ts'
import { stateText } from '../kit/timeline-states.ts'

/** A first look, with room for every kind; their lists have the others. */
const maxRows = 7
const maxOfKind = 2
/** Shown on phones; a list with one of the others has its link there. */
const phoneRows = 4
type Row = ReplyOf<typeof adminDue>['data']['rows'][number]

/** What to do, and about whom. */
function wordsOf({ kind, what, number, name }: Row): { title: string; text: string; urgent?: string } {
  const named = [name, number].filter(Boolean).join(' · ')
  switch (kind) {
    case 'case':
      if (what === 'safety') {
        const urgent = m.cases_priority_of({ priority: m.cases_priority_high() })
        return { title: m.admin_due_safety(), text: named, urgent }
      }
      return { title: what === 'grievance' ? m.admin_due_grievance() : caseKindName(what), text: named }
    case 'breach':
      return {
        title: m.admin_due_breach({ name: what === 'board' ? m.desk_board() : 'CERT-In' }),
        text: m.admin_due_breach_number({ number }),
      }
    case 'refund':
      return { title: m.admin_due_refund(), text: `${named} · ${stateText(kind, what)}` }
    case 'call':
      return { title: m.admin_due_call(), text: name || m.calls_visitor() }
    case 'payout':
      if (what === 'paused')
        return { title: m.admin_pay_paused(), text: m.admin_pay_restored({ at: fullTime(number) }) }
      return {
        title: m.admin_due_payout(),
        text: m.admin_pay_batch({ date: formatDay(instantOf(number), { year: true }) }),
      }
    case 'mentor':
      return { title: m.admin_due_mentor(), text: named }
  }
}

function pageOf({ kind, _id, what, number }: Row): string {
  const [, list] = dueLists[kind]
  if (kind === 'case') return `/admin/reports/${_id}`
  if (kind === 'refund') return `/admin/refunds?${new URLSearchParams({ q: number, row: _id })}`
  if (kind === 'call') return `${list}&row=${_id}`
  if (kind === 'payout' && what !== 'paused') return `/admin/payouts/${_id}`
  return kind === 'mentor' ? `/admin/mentors/${_id}` : list
}

/** What is overdue or due within a day, as text, and the lists that have more of it. */
export async function readDueRows(context: LoaderContext) {
  const { rows: all, late, soon } = await readDue(context)
  const rows = all
    .filter((row, i) => all.slice(0, i).filter(({ kind }) => kind === row.kind).length < maxOfKind)
    .slice(0, maxRows)
  const moreThan = (shown: typeof rows) =>
    dueKinds.filter((kind) => late[kind] + soon[kind] > shown.filter((row) => row.kind === kind).length)
  const more = moreThan(rows)
  const onlyOnPhones = moreThan(rows.slice(0, phoneRows)).filter((kind) => !more.includes(kind))
  return {
    rows: rows.map((row) => ({
      key: `${row.kind} ${row._id} ${row.what}`,
      to: pageOf(row),
      ...wordsOf(row),
      clock: clockOf(Date.parse(row.dueAt)),
      by: m.admin_due_by({ at: fullTime(row.dueAt) }),
    })),
    more: [...onlyOnPhones, ...more].map((kind) => {
      const [name, to] = dueLists[kind]
      const counts = [
        late[kind] > 0 && m.admin_due_late({ count: formatNumber(late[kind]) }),
        soon[kind] > 0 && m.admin_due_soon({ count: formatNumber(soon[kind]) }),
      ]
      return { to, name: name(), counts: counts.filter(Boolean).join(', '), isPhone: !more.includes(kind) }
    }),
    late: Object.values(late).reduce((sum, count) => sum + count, 0),
  }
}
export type ShownDue = Awaited<ReturnType<typeof readDueRows>>
