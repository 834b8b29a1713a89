import { type RawBuilder, sql } from 'kysely'
import { certificateKinds } from '#contract/mentors/check-evidence.ts'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { AdminMentor, MentorEvent } from '#contract/mentors/verification.ts'
import type { MentorCounts, MentorRow, mentorSorts, statusFilters } from '#contract/mentors/verification-queue.ts'
import { checkKinds } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import { isAmong, type Listing, maxExactCount, nameMatches, phoneMatches } from '#server/platform/listing.ts'
import { dueAgain, recheckCount, recheckSince, today } from './recheck-rows.ts'

type Filter = { status: (typeof statusFilters)[number]; q?: string | undefined }
export type SortKey = (typeof mentorSorts)[number]

const statuses = {
  all: sql`m.status <> 'draft'`,
  pending: sql`m.status in ('submitted', 'in_review')`,
  verified: sql`m.status = 'verified'`,
  recheck: sql`w.since is not null`,
  rejected: sql`m.status = 'rejected'`,
  suspended: sql`m.status = 'suspended'`,
} as const satisfies Record<Filter['status'], RawBuilder<unknown>>

/** Reads only mentors with a check that is due again or a change to decide, with its time. */
const recheckTables = sql`(select r.mentor_id, min(r.since) as since from ${dueAgain} r where not r.is_asked group by 1) w join mentor m on m.id = w.mentor_id`
const isDone = sql`(m.status not in ('submitted', 'in_review'))`
const since = sql`(coalesce(m.submitted_at, m.created_at))`

/** Ids of mentors matching a number with or without MS, a phone number or its end, part of a name, or a profile URL. */
function matchingMentors(q: string): RawBuilder<unknown> {
  const [, number] = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(q) ?? []
  const [, slug] = /^(?:https?:\/\/\S*\/mentors\/)?([a-z\d-]+)(?:[?#]\S*)?$/i.exec(q) ?? []
  const digits = q.replace(/[\s-]/g, '').replace(/^\+91/, '')
  const ways = [
    sql`select id from mentor where ${nameMatches(sql`full_name`, q)}`,
    ...(slug ? [sql`select id from mentor where slug = ${slug.toLowerCase()}`] : []),
    ...(number ? [sql`select id from mentor where number = ${Number(number)}`] : []),
    ...(/^\d{4,10}$/.test(digits)
      ? [
          sql`select m.id from account a join mentor m on m.account_id = a.id where ${phoneMatches(sql`a.phone`, digits)}`,
        ]
      : []),
  ]
  return sql.join(ways, sql` union `)
}

const filled = (column: string) => sql`coalesce(${sql.ref(column)}, '') <> ''`
const missing = sql`array_remove(array[
  case when not ${filled('m.photo')} then 'photo' end, case when not ${filled('m.document')} then 'document' end,
  case when not ${filled('m.cv')} then 'cv' end, case when not ${filled('m.teaching_video')} then 'video' end,
  case when not exists (select from mentor_offer o where o.mentor_id = m.id) then 'subjects' end,
  case when not m.teaches_online and not exists (select from mentor_mode p where p.mentor_id = m.id) then 'modes' end,
  case when not ${filled('m.brief')} then 'brief' end], null)`

/** Number of missing parts among the mentor's own columns, as in the index `mentor_by_missing`. */
const missingParts = sql`((coalesce(m.photo, '') = '')::int + (coalesce(m.document, '') = '')::int + (coalesce(m.cv, '') = '')::int
  + (coalesce(m.teaching_video, '') = '')::int + (coalesce(m.brief, '') = '')::int)`

type Dated = 'submittedAt' | 'joinedAt' | 'changedAt'
export type Row = Omit<MentorRow, Dated | 'recheckSince'> & Record<Dated, Date> & { recheckSince: Date | null }

/** Filtered mentors. Rechecks are sorted by how long they have been due. */
export async function mentorList(db: Db, { status, q }: Filter): Promise<Listing<SortKey>> {
  const isRecheck = status === 'recheck'
  const conditions = [statuses[status], ...(q === undefined ? [] : [await isAmong(db, sql`m.id`, matchingMentors(q))])]
  return {
    name: `mentors ${JSON.stringify([status, q])}`,
    columns: sql`m.id as "_id", 'MS-' || m.number as number, m.full_name as "fullName", m.photo as "profilePhoto",
      (select a.phone from account a where a.id = m.account_id) as phone,
      array(select distinct o.subject from mentor_offer o where o.mentor_id = m.id order by 1) as subjects,
      m.area, m.city, m.experience, m.rating::float8 as rating, m.tier, m.status, m.demo, m.version, ${missing} as missing,
      (select coalesce(json_agg(json_build_object('kind', c.kind, 'state',
          case when c.state = 'passed' and c.valid_until < ${today} then 'expired' else c.state end)), '[]')
        from mentor_check c where c.mentor_id = m.id) as checks,
      ${since} as "submittedAt", m.created_at as "joinedAt", m.updated_at as "changedAt", ${isRecheck ? sql`w.since` : recheckSince} as "recheckSince"`,
    from: isRecheck ? recheckTables : sql`mentor m`,
    where: sql.join(conditions, sql` and `),
    id: sql`m.id`,
    sorts: {
      waiting: { by: isRecheck ? sql`w.since` : since, type: 'timestamptz', last: isDone },
      applied: { by: since, type: 'timestamptz' },
      joined: { by: sql`m.created_at`, type: 'timestamptz' },
      changed: { by: sql`m.updated_at`, type: 'timestamptz' },
      name: { by: sql`m.full_name`, type: 'text' },
      missing: { by: missingParts, type: 'bigint' },
    },
  }
}

export async function countWaiting(db: Db): Promise<MentorCounts> {
  const { rows } = await sql<Omit<MentorCounts, 'oldest'> & { oldest: Date | null }>`
    select (select count(*)::int from (select from mentor m where ${statuses.pending} limit ${maxExactCount}) as found) as pending,
      (select min(${since}) from mentor m where not ${isDone}) as oldest,
      ${recheckCount} as recheck`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('counting mentors returned no row')
  return { ...row, oldest: row.oldest?.toISOString() ?? null }
}

type Dates = 'documentDeletedAt' | 'documentAskedAt' | 'cvDeletedAt'
type Detail = Omit<
  AdminMentor,
  'card' | 'rechecks' | 'waiting' | 'history' | 'looks' | 'cases' | 'eKyc' | 'submittedAt' | Dates
> & {
  submittedAt: Date
} & Record<Dates, Date | null>

/** When a file was last deleted. Early events name no file and mean the document. */
const deletedAt = (file: 'document' | 'cv') => sql`(select max(e.at) from mentor_event e
  where e.mentor_id = m.id and e.kind = 'document_deleted' and coalesce(e.detail -> 'changed' ->> 0, 'document') = any(${file === 'cv' ? ['cv'] : ['document', eKycDocument]}::text[]))`

/** All columns of a mentor, including private ones, for admins only. */
export async function mentorDetail(db: Db, id: string): Promise<Detail | null> {
  const { rows } = await sql<Detail>`
    select m.id as "_id", 'MS-' || m.number as number, m.slug, m.status, m.version, m.rejection, ${since} as "submittedAt", m.demo,
      a.phone, m.email, m.gender, m.age, m.document, m.cv, case when m.cv is null then ${deletedAt('cv')} end as "cvDeletedAt",
      case when m.document is null or m.document = m.deleted_document then ${deletedAt('document')} end as "documentDeletedAt",
      m.document_asked_at as "documentAskedAt",
      (select coalesce(json_agg(json_build_object('_id', c.media_id, 'kind', c.kind, 'sentAt', c.sent_at, 'deletedAt', c.deleted_at)
          order by array_position(${[...certificateKinds]}::text[], c.kind), c.media_id), '[]')
        from mentor_certificate c where c.mentor_id = m.id) as certificates,
      m.teaching_video as "teachingVideo", m.teaching_video_published as "teachingVideoPublished",
      m.twelfth_stream as "twelfthStream", m.twelfth_board as "twelfthBoard",
      json_build_object('degree', m.graduation_degree, 'college', m.graduation_college) as graduation,
      json_build_object('degree', m.postgraduation_degree, 'college', m.postgraduation_college) as "postGraduation",
      exists (select from weekly_hours w where w.mentor_id = m.id) as "hasHours", m.start_immediately as "startImmediately", m.start_date::text as "startDate", m.teaching_experience as "teachingExperience", m.brief,
      m.lat, m.lon, m.boards, m.languages, m.admin_ranking as "adminRanking", m.admin_brief as "adminBrief",
      m.admin_brief_visible as "adminBriefVisible", m.show_on_website as "showOnWebsite",
      (select coalesce(json_agg(json_build_object('kind', c.kind, 'state', c.state, 'method', c.method, 'basis', c.basis,
          'degree', c.degree, 'degreeYear', c.degree_year, 'issuedOn', c.issued_on, 'checker', coalesce(u.name, c.checker), 'evidence', coalesce(c.evidence, ''), 'checkedOn', c.checked_on,
          'validUntil', c.valid_until) order by array_position(${[...checkKinds]}::text[], c.kind)), '[]')
        from mentor_check c left join admin_user u on u.account_id = c.checker_id where c.mentor_id = m.id) as checks
    from mentor m join account a on a.id = m.account_id where m.id = ${id} and m.status <> 'draft'`.execute(db)
  return rows[0] ?? null
}

/** What is kept of a mentor's e-KYC file, and whose name the mentor has now. */
export async function keptEKyc(db: Db, mentorId: string) {
  const kept = await db
    .selectFrom('mentor_e_kyc as k')
    .innerJoin('mentor as m', 'm.account_id', 'k.account_id')
    .select([
      'k.name',
      'm.full_name as fullName',
      'k.last_four as lastFour',
      'k.signed_at as signedAt',
      'k.checked_at as checkedAt',
    ])
    .where('m.id', '=', mentorId)
    .executeTakeFirst()
  return kept ?? null
}

type EventRow = Omit<MentorEvent, 'at'> & { at: Date; accountId: string | null }

/** Events of a mentor, newest first, optionally only those after a version. */
export async function eventsOf(db: Db, mentorId: string, sinceVersion = -1): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.at, e.kind, e.note, e.by_account as "accountId", e.detail ->> 'check' as "check", coalesce(e.detail -> 'changes', '[]') as changes,
      coalesce(e.detail -> 'changed', '[]') as changed,
      case when e.by_account = m.account_id then m.full_name else u.name end as by, e.by_account is distinct from m.account_id as "isAdmin"
    from mentor_event e join mentor m on m.id = e.mentor_id left join admin_user u on u.account_id = e.by_account
    where e.mentor_id = ${mentorId} and e.version > ${sinceVersion} order by e.at desc, e.id desc limit 100`.execute(db)
  return rows
}

/** Admins' views of a mentor's private files, newest first. */
export async function documentViewsOf(db: Db, mentorId: string) {
  const { rows } = await sql<{ at: Date; by: string; document: string }>`
    select l.at, coalesce(u.name, '') as by, coalesce((select 'certificate-' || c.kind from mentor_certificate c
      where c.mentor_id = m.id and c.media_id = f.id), f.preset) as document
    from mentor m join media f on f.account_id = m.account_id
      join audit l on l.subject_kind = 'media' and l.subject_id = f.id::text and l.action = 'media.look'
      left join admin_user u on u.account_id = l.account_id
    where m.id = ${mentorId} order by l.at desc limit 100`.execute(db)
  return rows
}
