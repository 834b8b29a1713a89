import { sql } from 'kysely'
import { type Admin, as } from '../people.ts'
import { anyOf, type Sim } from '../sim.ts'

/** Accounts with another name on the wire. */
const wireNames: Record<string, string> = { owner_equity: 'own_money' }
const rupees = (paise: number) => paise / 100

/** What three dashboards of the day show equals the ledger: the owner's, a family's and a mentor's. */
export async function figureFaults(sim: Sim): Promise<string[]> {
  const { market, people } = sim
  const faults: string[] = []
  const books = await as(market, people.admins[0] as Admin, 'GET', '/api/admin/books') // safe: made first
  if (books.status !== 200) return [`the owner cannot read the books: ${books.code}`]
  const { rows } = await sql<{ kind: string; paise: number }>`
    select kind, sum(balance_paise)::bigint as paise from ledger_account group by kind having sum(balance_paise) <> 0`.execute(
    market.db,
  )
  for (const { kind, paise } of rows) {
    const shown = books.body.balances?.find(
      (one: { account: string }) => one.account === (wireNames[kind] ?? kind),
    )?.amount
    if (shown !== rupees(paise)) faults.push(`the owner reads ${shown} for ${kind}, the ledger has ${rupees(paise)}`)
  }
  const family = anyOf(
    sim,
    people.families.filter(({ isErased }) => !isErased),
  )
  if (family) {
    const seen = await as(market, family, 'GET', '/api/payment/refunds')
    const own = await sql<{ left: number; held: number }>`
      select coalesce(-sum(balance_paise), 0)::bigint as left from ledger_account where kind = 'family_prepaid' and owner_id = ${family.id}`.execute(
      market.db,
    )
    const money = seen.body.data?.money ?? seen.body.money
    // What a dispute holds is on an account of its own.
    if (money && Math.round((money.left - money.onHold) * 100) !== (own.rows[0]?.left ?? 0))
      faults.push(`${family.label} reads ${JSON.stringify(money)}, the ledger has ${rupees(own.rows[0]?.left ?? 0)}`)
  }
  const mentor = anyOf(
    sim,
    people.mentors.filter(({ isErased, status }) => !isErased && status === 'listed'),
  )
  if (mentor) {
    const seen = await as(market, mentor, 'GET', '/api/mentor/earnings')
    const own = await sql<{ paise: number }>`
      select coalesce(-sum(balance_paise), 0)::bigint as paise from ledger_account where kind = 'mentor_payable' and owner_id = ${mentor.id}`.execute(
      market.db,
    )
    const { net, paid } = seen.body.totals ?? {}
    const waiting = Math.round((net - paid) * 100)
    if (waiting !== own.rows[0]?.paise)
      faults.push(
        `${mentor.label} reads ${net} earned and ${paid} paid, the ledger owes ${rupees(own.rows[0]?.paise ?? 0)}`,
      )
    const list = await as(market, mentor, 'GET', `/api/class-bookings/mentor/${mentor.id}?limit=20`)
    const text = JSON.stringify(list.body)
    for (const one of people.families)
      if (
        text.includes(one.phone) ||
        text.includes(one.name.split(' ')[1] ?? one.phone) ||
        text.includes(one.learnerName.split(' ')[1] || one.phone)
      )
        faults.push(`${mentor.label} reads the surname or phone of ${one.label}`)
  }
  return faults
}
