import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/platform/database.ts'
import { type AnyLifecycle, lifecycles, stepsOf } from '../scripts/lifecycles.ts'

/** A trigger that rejects status moves that are not in the lifecycle. */
function guardOf(lifecycle: AnyLifecycle): string {
  const { table, column } = lifecycle
  const steps = stepsOf(lifecycle).map(({ from, to }) => `('${from}', '${to}')`)
  return `
    create function guard_${table}() returns trigger language plpgsql as $$ begin
      if old.${column} is distinct from new.${column} and (old.${column}, new.${column}) not in (${steps.join(', ')}) then
        raise exception '${table}: % to % is no move of its lifecycle', old.${column}, new.${column};
      end if;
      return null;
    end $$;
    create trigger guard_${table} after update on ${table} for each row execute function guard_${table}();`
}

/** Removes the guards from a test's database, for tests that break rows on purpose. */
export async function removeGuards(db: Db): Promise<void> {
  for (const { table } of await lifecycles())
    await sql.raw(`drop trigger if exists guard_${table} on ${table}`).execute(db)
}

/** Makes the template database reject status moves that no lifecycle allows. */
export async function guardLifecycles(client: pg.Client): Promise<void> {
  for (const lifecycle of await lifecycles()) await client.query(guardOf(lifecycle))
}
