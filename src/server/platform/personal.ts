import type { RawBuilder } from 'kysely'
import type { DB } from './schema.ts'

/** Whose data it is. Ids are null for roles the account does not have. */
export type Person = {
  accountId: string
  familyId: string | null
  mentorId: string | null
  phone: string
  emails: string[]
  /** First names by which messages to others name the person and the learners. */
  names: string[]
  /** Accounts with which the person had a class or a chat. */
  otherSides: string[]
}

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
