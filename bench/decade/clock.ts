import pg from 'pg'

const Right = Date
let aheadMs = 0
const now = () => Right.now() + aheadMs

/** Makes `Date` of this thread follow `setAhead`, until the returned function is called. */
export function shiftDate(): () => void {
  globalThis.Date = new Proxy(Right, {
    construct: (_, given: []) => (given.length === 0 ? new Right(now()) : new Right(...given)),
    apply: () => new Right(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
  })
  return () => {
    globalThis.Date = Right
  }
}

/** Sets how far this thread's clock is ahead of the machine's. */
export const setAhead = (ms: number): void => {
  aheadMs = ms
}

/** The machine's clock. */
export const realNow = (): number => Right.now()

/**
 * Functions that make `now()`, `clock_timestamp()` and the times in new ids of a database follow a clock that is ahead by
 * the milliseconds in a sequence: every session sees its value at once, and no plan becomes invalid.
 */
const clockSql = `
  create sequence if not exists public.simulated_clock minvalue -9223372036854775808;
  create or replace function public.ahead_ms(regclass) returns bigint language internal stable strict parallel safe
    as 'pg_sequence_last_value';
  create or replace function public.now() returns timestamptz language sql stable parallel safe
    as $$ select pg_catalog.now() + public.ahead_ms('public.simulated_clock') * interval '1 millisecond' $$;
  create or replace function public.clock_timestamp() returns timestamptz language sql volatile parallel safe
    as $$ select pg_catalog.clock_timestamp() + public.ahead_ms('public.simulated_clock') * interval '1 millisecond' $$;
  create or replace function public.uuidv7() returns uuid language sql volatile parallel safe
    as $$ select pg_catalog.uuidv7(public.ahead_ms('public.simulated_clock') * interval '1 millisecond') $$;
  create or replace function public.uuidv7(shift interval) returns uuid language sql volatile parallel safe
    as $$ select pg_catalog.uuidv7(shift + public.ahead_ms('public.simulated_clock') * interval '1 millisecond') $$;`

const serverUrl = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Creates a database with a clock of its own, empty or as a copy of another one. An empty one is to be migrated
 * afterwards, because defaults are bound to functions. One whose server is killed must not lose what it has confirmed, as
 * the servers of tests may.
 */
export async function createDatabase(
  server: string,
  name: string,
  {
    aheadMs,
    template,
    survivesKills = false,
  }: { aheadMs: number; template?: string | undefined; survivesKills?: boolean },
): Promise<string> {
  const url = serverUrl(server, name)
  await query(serverUrl(server, 'postgres'), `create database ${name} ${template ? `template ${template}` : ''}`)
  const settings = ['search_path = public, pg_catalog', ...(survivesKills ? ['synchronous_commit = on'] : [])]
  for (const setting of settings) await query(serverUrl(server, 'postgres'), `alter database ${name} set ${setting}`)
  await query(url, `${clockSql} ${setClock(aheadMs)}`)
  return url
}

const setClock = (ms: number) => `select setval('public.simulated_clock', ${ms})`

/** Sets the clock of a database. */
export const setDatabaseClock = (client: pg.Client, ms: number) => client.query(setClock(ms))

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
