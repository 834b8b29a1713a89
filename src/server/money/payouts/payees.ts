import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { openedTaxIds } from '#server/mentors/taxes/taxes.ts'
import { refreshPayee, saveMentorPayee, splitsInUse } from '#server/money/transfers/transfers.ts'
import type { Db } from '#server/platform/database.ts'
import { emailInUse } from '#server/providers/payments/splits.ts'
import { bankDetailsCipher } from './bank-details.ts'
import { holdReason } from './queries.ts'

type Ready = {
  mentorId: string
  accountId: string
  sealed: Buffer
  name: string
  email: string
  phone: string
  city: string
  state: string
  /** What the gateway calls the mentor; empty if it takes our id. */
  reference: string
  /** The gateway knows this account and is checking it. */
  isKnown: boolean
}

/** The email may have changed since, and nothing was made for the mentor. */
const isAskedOnce = sql`(p.message <> ${emailInUse})`

/** Verified mentors with a proven account that is not on hold, whom the gateway does not know with this account yet. */
async function readyMentors(db: Db, gateway: string, limit: number): Promise<Ready[]> {
  const { rows } = await sql<Ready>`
    select s.mentor_id as "mentorId", c.id as "accountId", c.sealed, s.full_name as name, s.email, s.phone, s.city, s.state,
      coalesce(p.reference, '') as reference, coalesce(p.account_id = c.id and ${isAskedOnce}, false) as "isKnown"
    from (select m.id as mentor_id, m.full_name, m.email, m.city, m.state, a.phone from mentor m join account a on a.id = m.account_id where m.status = 'verified') s
      cross join lateral (select * from payout_account c where c.mentor_id = s.mentor_id order by id desc limit 1) c
      left join payee p on p.mentor_id = s.mentor_id and p.gateway = ${gateway}
    where ${holdReason} is null and (p.account_id is distinct from c.id or (p.status = 'waiting' and p.asked_at < now() - interval '5 minutes')
        or (not ${isAskedOnce} and p.asked_at < now() - interval '1 day'))
    order by p.asked_at nulls first limit ${limit}`.execute(db)
  return rows
}

/** Job: makes mentors known to a gateway that holds their money. Without PAN or email it cannot know them. */
export async function savePayees(context: Context): Promise<void> {
  const { db, config, payments, log } = context
  if (!(await splitsInUse(context))) return
  const ready = await readyMentors(db, payments.name, 100)
  const taxIds = await openedTaxIds(db, config.secretKeys, ready)
  const cipher = bankDetailsCipher(config.secretKeys)
  for (const { sealed, isKnown, city, state, ...mentor } of ready) {
    const { mentorId } = mentor
    const pan = taxIds.get(mentorId)?.pan
    if (!pan || mentor.email === '') continue
    const destination = cipher.decrypt(mentorId, sealed)
    const { street, pincode } = destination.method === 'bank' ? destination : {}
    const address = street && pincode ? { street, city, state, pincode } : null
    const saving = isKnown
      ? refreshPayee(context, mentor)
      : saveMentorPayee(context, { ...mentor, pan, address, destination })
    await saving.catch((error: unknown) =>
      log?.error({ err: error, mentorId }, 'making a mentor known to the gateway failed'),
    )
  }
}
