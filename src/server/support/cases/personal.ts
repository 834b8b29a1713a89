import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { byPhoneAlone, type PersonalTable } from '#server/platform/personal.ts'

const ownCases: PersonalTable['whose'] = ({ accountId }) => sql`account_id = ${accountId}`
/** Except evidence of safety cases, as `account_is_held` keeps it: it may be of somebody else, and holds up no account. */
const typedCases: PersonalTable['whose'] = (person) => sql`(${byPhoneAlone(person)}
  and (kind <> 'safety' or status = 'resolved' and resolved_at <= now() - interval '1 year'))`
const emptied = { name: '…', phone: null, email: '…', text: '…', topic: '…', resolution: '', ip_block: null }
const eventsOf =
  (cases: PersonalTable['whose']): PersonalTable['whose'] =>
  (person) =>
    sql`case_id in (select id from support_case where ${cases(person)})`
const noWords = { text: '', detail: '{}' }

/** A case keeps its number, kind and dates: the law asks how complaints were handled. */
export const personalCases: readonly PersonalTable[] = [
  {
    table: 'support_case',
    whose: ownCases,
    shows: [
      'number',
      'kind',
      'topic',
      'text',
      'name',
      'phone',
      'email',
      'status',
      'created_at',
      'resolved_at',
      'resolution',
    ],
    erase: emptied,
  },
  {
    table: 'case_event',
    whose: eventsOf(ownCases),
    shows: ['kind', 'at'],
    erase: noWords,
  },
  // Written without a login: the number is not proven, so nothing is shown. The case is last, because it loses its number.
  { table: 'case_event', whose: eventsOf(typedCases), shows: [], erase: noWords },
  { table: 'support_case', whose: typedCases, shows: [], erase: emptied },
]

/** Empties cases of people without an account, `days` after they were closed. Those of safety stay for the authorities. */
export async function emptyVisitorCases(db: Db, days: number): Promise<number> {
  const { count } = await db
    .with('old', (eb) =>
      eb
        .updateTable('support_case')
        .set(emptied)
        .where('account_id', 'is', null)
        .where('kind', '<>', 'safety')
        .where('name', '<>', emptied.name)
        .where('status', '=', 'resolved')
        .where('resolved_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .returning('id'),
    )
    .with('events', (eb) =>
      eb
        .updateTable('case_event')
        .set(noWords)
        .where('case_id', 'in', (of) => of.selectFrom('old').select('id')),
    )
    .selectFrom('old')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
