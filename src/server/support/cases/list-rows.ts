import { type RawBuilder, sql } from 'kysely'
import type { CaseRow } from '#contract/support/admin-cases.ts'
import { conductCaseKinds, dueSoonHours, type IssueType, paymentTopics } from '#contract/support/case-types.ts'
import type { Db } from '#server/platform/database.ts'
import { containsPattern, type Listing, nameMatches, phoneMatches } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { isOpenTo } from './party-rows.ts'

type Filter = {
  q?: string | undefined
  status?: string | undefined
  type?: IssueType | undefined
  kind?: string | undefined
  priority?: string | undefined
  owner?: string | undefined
  overdue?: 'yes' | 'soon' | undefined
}
export type ListedCase = Omit<CaseRow, 'createdAt' | 'dueAt'> & { createdAt: Date; dueAt: Date | null }

/** `issueType` of the contract, in SQL. */
const caseIssueType = sql`case when c.kind = 'refund' or c.topic = any(${paymentTopics}) then 'payment'
  when c.kind = any(${conductCaseKinds}) then 'conduct' else 'technical' end`

/** Whether the next deadline of case `c` is near and not yet missed. */
const isDueSoon = sql`(c.due_at >= now() and c.due_at < now() + make_interval(hours => ${dueSoonHours}))`

/** Columns shared by the list and the detail page. */
export const caseColumns = sql`c.id as "_id", c.number, c.kind, ${caseIssueType} as type, c.topic, c.name as "reportedBy",
  case when m.account_id = c.account_id then f.name else m.full_name end as concerning, c.status, c.priority,
  case when c.owner_id is not null then json_build_object('_id', c.owner_id, 'name', u.name) end as owner, c.created_at as "createdAt",
  nullif(c.due_at, 'infinity') as "dueAt", c.due_at < now() as "isOverdue", ${isDueSoon} as "isDueSoon"`
export const caseTables = sql`support_case c left join mentor m on m.id = c.mentor_id left join family f on f.id = c.family_id
  left join admin_user u on u.account_id = c.owner_id`

/** A case number, a phone number or its end, otherwise part of a name or number. */
function searchCondition(q: string): RawBuilder<unknown> {
  const number = q.toUpperCase().replace(/\s/g, '')
  if (/^CASE-\d{4}-\d{6,}$/.test(number)) return sql`c.number = ${number}`
  const wanted = parseSearchTerm(q)
  if ('phone' in wanted && /^\d{4}$|^\d{10}$/.test(wanted.phone)) return phoneMatches(sql`c.phone`, wanted.phone)
  return sql`(${nameMatches(sql`c.name`, q)} or c.number ilike ${containsPattern(q)})`
}

function conditionsOf(filter: Filter, accountId: string): RawBuilder<unknown>[] {
  const { q, status, type, kind, priority, owner, overdue } = filter
  return [
    isOpenTo(accountId),
    ...(status ? [sql`c.status = ${status}`] : []),
    ...(type ? [sql`${caseIssueType} = ${type}`] : []),
    ...(kind ? [sql`c.kind = ${kind}`] : []),
    ...(priority ? [sql`c.priority = ${priority}`] : []),
    ...(owner === 'nobody' ? [sql`c.owner_id is null`] : []),
    ...(owner && owner !== 'nobody' ? [sql`c.owner_id = ${owner === 'me' ? accountId : owner}`] : []),
    ...(overdue === 'yes' ? [sql`c.due_at < now()`] : []),
    ...(overdue === 'soon' ? [isDueSoon] : []),
    ...(q ? [searchCondition(q)] : []),
  ]
}

export function caseList(filter: Filter, accountId: string): Listing<'due' | 'opened'> {
  const { q, status, type, kind, priority, owner, overdue } = filter
  const conditions = conditionsOf(filter, accountId)
  const whose = owner === 'me' ? accountId : owner
  return {
    name: `cases ${JSON.stringify([q, status, type, kind, priority, whose, overdue])}`,
    columns: sql`${caseColumns}, left(c.text, 200) as description`,
    from: caseTables,
    where: sql.join(conditions, sql` and `),
    id: sql`c.id`,
    sorts: {
      // Urgent cases first, whatever their deadline.
      due: { by: sql`c.due_at`, type: 'timestamptz', last: sql`(c.priority <> 'high' or c.status = 'resolved')` },
      opened: { by: sql`c.created_at`, type: 'timestamptz' },
    },
  }
}

type Counts = { open: number; waiting: number; overdue: number; dueSoon: number; mine: number }
export async function countCases(db: Db, accountId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = 'open')::int as open, count(*)::int as waiting,
      count(*) filter (where due_at < now())::int as overdue, count(*) filter (where ${isDueSoon})::int as "dueSoon",
      count(*) filter (where owner_id = ${accountId})::int as mine
    from support_case c where status <> 'resolved' and ${isOpenTo(accountId)}`.execute(db)
  return rows[0] ?? { open: 0, waiting: 0, overdue: 0, dueSoon: 0, mine: 0 }
}
