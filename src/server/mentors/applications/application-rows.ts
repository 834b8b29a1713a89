import { type RawBuilder, sql } from 'kysely'
import { checkReminderDays } from '#contract/mentors/limits.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Reads, Rows } from '#server/platform/json-rows.ts'
import { type CertificateRow, certificateRows, toCertificates } from './certificates.ts'
import { type ChangeRow, waitingRow } from './change-rows.ts'
import type { MentorFacts, StoredFacts } from './facts.ts'
import { type Applicant, applicant, type Draft, type Mode, type Offer, storedParts } from './queries.ts'

/** Rows of an account's application; none of the mentor before it is submitted. */
export type ApplicationRows = {
  applicant: Applicant
  draft: Draft
  facts: MentorFacts
  modes: Mode
  offers: Offer
  certificates: CertificateRow
  waiting: ChangeRow
  history: { at: Date; kind: string; note: string }
  ending: { kind: CheckKind; validUntil: string }
  passed: { kind: CheckKind }
  eKyc: { checkedAt: Date }
}

/** Everything of an account's application, in one statement. */
export function applicationReads(accountId: string): Reads<ApplicationRows> {
  const id = sql`(select id from mentor where account_id = ${accountId})`
  return {
    applicant: { query: applicant(accountId), times: { submittedAt: true } },
    draft: { query: sql<Draft>`select answers, revisions from application where account_id = ${accountId}`, times: {} },
    facts: { query: sql<MentorFacts>`select m.* from mentor m where m.account_id = ${accountId}`, times: {} },
    modes: {
      query: sql<Mode>`select mode, monthly_price_paise from mentor_mode where mentor_id = ${id}`,
      times: {},
    },
    offers: {
      query: sql<Offer>`select level, grade_key, subject from mentor_offer where mentor_id = ${id} order by rank`,
      times: {},
    },
    certificates: { query: certificateRows(id), times: {} },
    waiting: { query: waitingRow(id), times: { askedAt: true } },
    history: { query: historyRows(id), times: { at: true } },
    ending: { query: expiring(id, checkReminderDays), times: {} },
    passed: { query: passed(id), times: {} },
    eKyc: {
      query: sql<
        ApplicationRows['eKyc']
      >`select checked_at as "checkedAt" from mentor_e_kyc where account_id = ${accountId}`,
      times: { checkedAt: true },
    },
  }
}

/** What `applicationReads` found of the submitted application; null before it is. */
export function toFacts({ facts: [facts], modes, offers, certificates }: Rows<ApplicationRows>): StoredFacts | null {
  return facts ? { ...facts, ...storedParts(modes, offers), certificates: toCertificates(certificates) } : null
}

/** Events the mentor may read. */
const historyRows = (mentorId: RawBuilder<unknown>) => sql<ApplicationRows['history']>`
    select at, kind, case when kind in ('rejected', 'suspended', 'change_declined') then note else '' end as note
    from mentor_event where mentor_id = ${mentorId} and kind in ('submitted', 'resubmitted', 'review_started', 'verified', 'rejected',
      'suspended', 'restored', 'check_reopened', 'document_asked', 'document_given', 'change_approved', 'change_declined') order by at desc, id desc limit 50`

/** Checks of a listed mentor that expire within `days`. */
const expiring = (id: RawBuilder<unknown>, days: number) => sql<ApplicationRows['ending']>`
    select c.kind, c.valid_until::text as "validUntil" from mentor_check c join mentor m on m.id = c.mentor_id,
      lateral (select (now() at time zone 'Asia/Kolkata')::date as today) as t
    where c.mentor_id = ${id} and m.status = 'verified' and c.state = 'passed' and c.valid_until between t.today and t.today + ${days}::int
    order by c.valid_until, c.kind`

/** Checks that have passed and are still valid. */
const passed = (id: RawBuilder<unknown>) => sql<
  ApplicationRows['passed']
>`select kind from mentor_check where mentor_id = ${id} and state = 'passed'
    and (valid_until is null or valid_until >= (now() at time zone 'Asia/Kolkata')::date) order by kind`
