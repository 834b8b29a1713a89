import { sql } from 'kysely'
import { namePattern, type Person, type PersonalTable } from '#server/platform/personal.ts'
import { about } from './in-app-rows.ts'

/** Messages to the other side, except those about a booking or class with somebody else. */
const toOthers = ({ names, otherSides, familyId, mentorId }: Person) =>
  sql`(account_id = any(${names.length > 0 ? otherSides : []}::uuid[]) and not exists (select from (
    select family_id, mentor_id from booking where id = ${about} or order_id = ${about} union all
    select b.family_id, b.mentor_id from lesson l join booking b on b.id = l.booking_id where l.id = ${about}) x
    where x.family_id is distinct from ${familyId} and x.mentor_id is distinct from ${mentorId}))`
const dataWithoutNames = (person: Person) => sql`redacted(data, ${namePattern(person)})`

export const personalMessages: readonly PersonalTable[] = [
  {
    table: 'message_off',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['kind', 'channel'],
    erase: 'delete',
  },
  {
    table: 'news',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['event', 'data', 'created_at', 'read_at'],
    erase: 'delete',
  },
  {
    table: 'outbox',
    // An address proves nothing: anybody may type it.
    whose: ({ accountId, phone, phoneSince }) =>
      sql`(account_id = ${accountId} or account_id is null and recipient = ${phone} and created_at >= ${phoneSince})`,
    shows: ['channel', 'recipient', 'text', 'created_at', 'sent_at'],
    erase: 'delete',
  },
  // What the other side was told stays, without the names.
  {
    table: 'news',
    whose: toOthers,
    shows: [],
    erase: (person) => ({ data: dataWithoutNames(person) }),
  },
  {
    table: 'outbox',
    whose: (person) => sql`${toOthers(person)} and coalesce(sent_at, given_up_at) is not null`,
    shows: [],
    erase: (person) => ({
      text: sql`regexp_replace(text, ${namePattern(person)}, '…', 'g')`,
      data: dataWithoutNames(person),
    }),
  },
]
