import type { HealthPart } from '#contract/wire/health.ts'
import { type Provider, providers } from '#contract/wire/health.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type CountRow, countsOf, databaseOf, hoursOf, jobsOf } from './health-rows.ts'

type Setup = Pick<HealthPart, 'state' | 'by'>
const none: CountRow = { succeeded: 0, failed: 0, lastSuccessAt: null, lastFailureAt: null }

const setup = (isReal: boolean, by: string): Setup => ({ state: isReal ? 'real' : 'stand-in', by })
const ours = (isReal: boolean, by: string): Setup => ({ state: isReal ? 'real' : 'built-in', by })

/** Names only: keys and addresses stay in the configuration. */
const setups: Record<Provider, (config: Config) => Setup> = {
  payments: ({ paymentProvider }) => setup(paymentProvider !== 'sandbox', paymentProvider),
  codes: ({ otpProvider }) => setup(otpProvider !== 'outbox', otpProvider),
  sms: ({ smsProvider }) => setup(smsProvider !== 'outbox', smsProvider),
  mail: ({ mailProvider }) => setup(mailProvider !== 'outbox', mailProvider),
  maps: ({ googleMaps }) => ours(googleMaps !== null, googleMaps ? 'google' : 'gazetteer'),
  store: ({ s3 }) => ours(s3 !== null, s3 ? 's3' : 'disk'),
}

const shown = ({ lastSuccessAt, lastFailureAt, succeeded, failed }: CountRow) => ({
  ...{ lastSuccessAt: lastSuccessAt?.toISOString() ?? null, lastFailureAt: lastFailureAt?.toISOString() ?? null },
  ...{ succeeded, failed },
})

/** What the platform stands on, as of now. */
export async function healthOf({ db, config, redis, providerCounts }: Context): Promise<HealthPart[]> {
  await providerCounts.write()
  const [counts, hours, jobs, database] = await Promise.all([countsOf(db), hoursOf(db), jobsOf(db), databaseOf(db)])
  const outside = providers.map((part) => ({
    ...{ part, ...setups[part](config) },
    ...shown(counts.find(({ provider }) => provider === part) ?? none),
    hours: hours
      .filter(({ provider }) => provider === part)
      .map(({ from, succeeded, failed }) => ({ from: from.toISOString(), succeeded, failed })),
  }))
  return [
    ...outside,
    {
      part: 'redis',
      state: !redis ? 'none' : redis.isReady() ? 'real' : 'away',
      by: redis ? 'redis' : '',
      ...shown(none),
    },
    {
      ...{ part: 'database', ...ours(config.databaseUrl !== null, `PostgreSQL ${database.version}`) },
      ...shown({ ...none, lastSuccessAt: database.at }),
    },
    { part: 'jobs', state: 'real', by: 'pg-boss', ...shown(jobs), late: jobs.late, failing: jobs.failing },
  ]
}
