import { type RawBuilder, sql } from 'kysely'
import type { CaseKind } from '#contract/support/case-types.ts'
import { adminCanLogIn } from '#server/people/accounts/accounts.ts'

/** Admins who decided case `c`, including the one an appeal is against. */
export const pastDeciders = sql`array(select e.by_account from case_event e where e.case_id = c.id and e.kind = 'resolve' and e.by_account is not null
  union select c.decided_by where c.decided_by is not null union select c.appeal_of where c.appeal_of is not null)`

/** Whether an account reported case `c`, or is its family or mentor. */
export const isPartyOf = (account: RawBuilder<unknown>) => sql`((c.account_id = ${account}
  or c.family_id = (select w.id from family w where w.account_id = ${account})
  or c.mentor_id = (select w.id from mentor w where w.account_id = ${account})) is true)`

/** Whether an admin may decide case `c`: active, not support, not one of those, not a party of it. */
const hasDeciderExcept = (those: RawBuilder<unknown>) => sql`exists (select from admin_user u
  where u.role <> 'support' and ${adminCanLogIn} and u.account_id <> all(${those}) and not ${isPartyOf(sql`u.account_id`)})`

/** Admins barred from case `c` while an appeal is open: past deciders, except an owner when no other admin is left. */
export const barredAdmins = sql`array(select d.id from unnest(${pastDeciders}) as d(id)
  where ${hasDeciderExcept(pastDeciders)} or not exists (select from admin_user u where u.account_id = d.id and u.role = 'owner'))`

const barredNow = sql`(case when c.appealed_at is not null and c.status <> 'resolved' then ${barredAdmins} else '{}' end)`

/** Kinds of tickets with no other side: of the contact page, except safety. */
const ticketKinds: readonly CaseKind[] = ['support', 'refund', 'grievance']

/**
 * Whether an admin may see and handle case `c`: not as a party of it, because who reported an admin is not shown to them.
 * Exception: a ticket they wrote, if nobody else can decide it. A report about them waits for a second admin.
 */
export const isOpenTo = (accountId: string | RawBuilder<unknown>) => sql`((not ${isPartyOf(sql`${accountId}::uuid`)}
  or c.kind = any(${ticketKinds}) and c.account_id = ${accountId}::uuid and not ${hasDeciderExcept(barredNow)}) is true)`
