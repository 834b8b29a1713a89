import { sql } from 'kysely'
import type { SecurityCount } from '#contract/admin/security.ts'
import { alertsAbove, securityEvents } from '#contract/admin/security-events.ts'
import { type HealthPart, type Provider, providers } from '#contract/wire/health.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'

type CountRow = { succeeded: number; failed: number; lastSuccessAt: Date | null; lastFailureAt: Date | null }

async function countsOf(db: Db): Promise<(CountRow & { provider: Provider })[]> {
  const { rows } = await sql<CountRow & { provider: Provider }>`
    select provider, max(last_success_at) as "lastSuccessAt", max(last_failure_at) as "lastFailureAt",
      coalesce(sum(succeeded) filter (where hour > now() - interval '24 hours'), 0)::int as succeeded,
      coalesce(sum(failed) filter (where hour > now() - interval '24 hours'), 0)::int as failed
    from provider_hour group by provider`.execute(db)
  return rows
}

type HourRow = { from: Date; succeeded: number; failed: number }

/** The last 24 hours of each provider, including hours without calls; the current hour is last. */
async function hoursOf(db: Db): Promise<(HourRow & { provider: Provider })[]> {
  const { rows } = await sql<HourRow & { provider: Provider }>`
    select p.provider, h.hour as "from", coalesce(c.succeeded, 0) as succeeded, coalesce(c.failed, 0) as failed
    from unnest(${[...providers]}::text[]) as p (provider)
      cross join generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') as h (hour)
      left join provider_hour c on c.provider = p.provider and c.hour = h.hour
    order by p.provider, h.hour`.execute(db)
  return rows
}

type JobsRow = CountRow & { late: number; failing: { name: string; count: number }[] }

/** Job counts from the queue's table. A failed job that will be retried is not counted as failed. */
async function jobsOf(db: Db): Promise<JobsRow> {
  const { rows } = await sql<JobsRow>`
    select (select max(completed_on) from pgboss.job where state = 'completed') as "lastSuccessAt",
      (select max(completed_on) from pgboss.job where state = 'failed') as "lastFailureAt",
      (select count(*) from pgboss.job where state = 'completed' and completed_on > now() - interval '24 hours')::int as succeeded,
      (select count(*) from pgboss.job where state = 'failed' and completed_on > now() - interval '24 hours')::int as failed,
      (select count(*) from pgboss.job where state < 'active' and not blocked and start_after < now() - interval '5 minutes')::int as late,
      coalesce((select json_agg(json_build_object('name', name, 'count', count) order by count desc, name) from (
        select name, count(*)::int as count from pgboss.job
        where state = 'failed' and completed_on > now() - interval '24 hours' group by name) f), '[]') as failing`.execute(
    db,
  )
  return rows[0] ?? { succeeded: 0, failed: 0, late: 0, lastSuccessAt: null, lastFailureAt: null, failing: [] }
}

/** The version of PostgreSQL and its clock. */
async function databaseOf(db: Db): Promise<{ version: string; at: Date }> {
  const { rows } = await sql<{ version: string; at: Date }>`
    select split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as at`.execute(db)
  return rows[0] ?? { version: '', at: new Date() }
}

type Setup = Pick<HealthPart, 'state' | 'by'>
const noCounts: CountRow = { succeeded: 0, failed: 0, lastSuccessAt: null, lastFailureAt: null }

const setup = (isReal: boolean, by: string): Setup => ({ state: isReal ? 'real' : 'stand-in', by })
const builtIn = (isReal: boolean, by: string): Setup => ({ state: isReal ? 'real' : 'built-in', by })

/** Provider names only; keys and addresses are never returned. */
const setups: Record<Provider, (config: Config) => Setup> = {
  payments: ({ paymentProvider }) => setup(paymentProvider !== 'sandbox', paymentProvider),
  'bank-check': ({ bankCheck }) => setup(bankCheck !== null, bankCheck ? 'cashfree' : 'sandbox'),
  codes: ({ otpProvider }) => setup(otpProvider !== 'outbox', otpProvider),
  sms: ({ smsProvider }) => setup(smsProvider !== 'outbox', smsProvider),
  mail: ({ mailProvider }) => setup(mailProvider !== 'outbox', mailProvider),
  maps: ({ googleMaps }) => builtIn(googleMaps !== null, googleMaps ? 'google' : 'gazetteer'),
  store: ({ s3 }) => builtIn(s3 !== null, s3 ? 's3' : 'disk'),
}

const toReply = ({ lastSuccessAt, lastFailureAt, succeeded, failed }: CountRow) => ({
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  lastFailureAt: lastFailureAt?.toISOString() ?? null,
  succeeded,
  failed,
})

/** The state of every provider, Redis, the database and the job queue. */
export async function healthOf({ db, config, redis, providerCounts }: Context): Promise<HealthPart[]> {
  await providerCounts.write()
  const [counts, hours, jobs, database] = await Promise.all([countsOf(db), hoursOf(db), jobsOf(db), databaseOf(db)])
  const providerParts = providers.map((part) => ({
    part,
    ...setups[part](config),
    ...toReply(counts.find(({ provider }) => provider === part) ?? noCounts),
    hours: hours
      .filter(({ provider }) => provider === part)
      .map(({ from, succeeded, failed }) => ({ from: from.toISOString(), succeeded, failed })),
  }))
  return [
    ...providerParts,
    {
      part: 'redis',
      state: !redis ? 'none' : redis.isReady() ? 'real' : 'away',
      by: redis ? 'redis' : '',
      ...toReply(noCounts),
    },
    {
      part: 'database',
      ...builtIn(config.databaseUrl !== null, `PostgreSQL ${database.version}`),
      ...toReply({ ...noCounts, lastSuccessAt: database.at }),
    },
    { part: 'jobs', state: 'real', by: '', ...toReply(jobs), late: jobs.late, failing: jobs.failing },
  ]
}

/** Refused requests that may be attacks, all kinds, the most frequent of today first. */
export async function securityCountsOf({ db, securityLog }: Context): Promise<SecurityCount[]> {
  await securityLog.write()
  const { rows } = await sql<Omit<SecurityCount, 'alertAbove'>>`
    select event, coalesce(sum(count) filter (where hour = date_trunc('hour', now())), 0)::int as hour,
      coalesce(sum(count) filter (where hour > now() - interval '24 hours'), 0)::int as day,
      coalesce(sum(count) filter (where hour > now() - interval '7 days'), 0)::int as week
    from unnest(${[...securityEvents]}::text[]) as e (event) left join security_hour h using (event)
    group by event order by day desc, event`.execute(db)
  return rows.map((row) => ({ ...row, alertAbove: alertsAbove[row.event] }))
}
