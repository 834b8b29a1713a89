import { type RawBuilder, sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Address for classes of learner `p` at home: the learner's own, else the family profile's if complete. */
export const learnerAddress: RawBuilder<ClassAddress | null> = sql`coalesce(p.address, (
  select jsonb_build_object('house', f.address, 'area', f.area, 'city', f.city) from family f
  where f.id = p.family_id and f.address is not null and f.area is not null and f.city is not null))`

export async function addressOfLearner(db: Db, learnerId: string): Promise<ClassAddress | null> {
  const { rows } = await sql<{ address: ClassAddress | null }>`
    select ${learnerAddress} as address from learner p where p.id = ${learnerId}`.execute(db)
  return rows[0]?.address ?? null
}

/** Saves an address for later bookings, and its area for a family without one. */
export async function saveAddress(tx: Transaction, learnerId: string, address: ClassAddress): Promise<void> {
  await sql`update family f set area = ${address.area} from learner p
    where p.id = ${learnerId} and f.id = p.family_id and f.area is null and f.city is null and f.address is null`.execute(
    tx,
  )
  await tx
    .updateTable('learner')
    .set({ address: JSON.stringify(address) })
    .where('id', '=', learnerId)
    .execute()
}
