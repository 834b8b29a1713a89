import { type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Whose data it is. Ids are null for roles the account does not have. */
export type Person = {
  accountId: string
  familyId: string | null
  mentorId: string | null
  phone: string
  /** Rows that name only the phone number are this person's from then on: earlier ones may be of its former holder. */
  phoneSince: Date
  /** First names by which messages to others name the person and the learners. */
  names: string[]
  /** Accounts with which the person had a class or a chat. */
  otherSides: string[]
}

/** Condition for rows that name the person's phone number but no account. */
export const byPhoneAlone = ({ phone, phoneSince }: Person) =>
  sql`(account_id is null and phone = ${phone} and created_at >= ${phoneSince})`

/** The person's names as whole words, as a regular expression of PostgreSQL. */
export const namePattern = ({ names }: Person): string =>
  `(?<![[:alnum:]])(${names.map((name) => name.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&')).join('|')})(?![[:alnum:]])`

/** What a table holds of a person. The owner of the table declares it; `privacy` reads and erases by it. */
export type PersonalTable = {
  table: keyof DB
  /** Condition for the person's rows. */
  whose: (person: Person) => RawBuilder<unknown>
  /** Columns of the download: never secrets, or what others wrote for us alone. */
  shows: readonly string[]
  /** Erasing deletes the rows, replaces columns, or keeps them for the reason given on the privacy page. */
  erase: 'delete' | 'keep' | Readonly<Record<string, unknown>> | ((person: Person) => Readonly<Record<string, unknown>>)
}
