import { data, redirect } from 'react-router'
import { type AllRates, adminRates, dropRates, setRates } from '#contract/rates.ts'
import { dateInIndia, plusMinutes } from '#contract/time.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import type { Route } from './+types/rates-page.ts'
import { type RatesRefused, ratesNameIn, readRates } from './rates.server.ts'
import { RatesForm } from './rates-form.tsx'
import { RatesList } from './rates-list.tsx'

const home = '/admin/rates'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  // An admin's name on the wire is the role.
  if (viewer.name === 'support') return null
  const { data: rates } = await readApi(context, adminRates)
  const tomorrow = dateInIndia(plusMinutes(new Date(), 24 * 60))
  return { rates, tomorrow, isDone: url.searchParams.has('done') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const name = ratesNameIn(form)
  const isDrop = form.get('intent') === 'drop'
  const read = isDrop ? null : readRates(form)
  const values = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]))
  const refused = (over: Partial<RatesRefused>, status: number) =>
    data<RatesRefused>({ name, fields: {}, values: isDrop ? {} : values, problem: null, ...over }, { status })
  if (read && 'fields' in read) return refused({ fields: read.fields }, 400)
  const reply = read
    ? await writeApi(context, setRates, { body: read.wish })
    : await writeApi(context, dropRates, { params: { name, from: text('from') } })
  if (reply.ok) return redirect(localHref(`${home}?done`))
  const { code, message } = reply.error
  if (code === 'bad-request') return refused({ fields: { from: m.admin_rates_bad_day() } }, reply.status)
  return refused({ problem: message }, reply.status)
}

export function meta() {
  return [{ title: `${m.admin_nav_rates()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Commission, taxes and discounts by their days: what holds, what held, what comes. */
export default function RatesPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData)
    return (
      <div className="card">
        <EmptyState heading="h1" title={m.admin_nav_rates()} text={m.admin_rates_not_yours()} />
      </div>
    )
  const { rates, tomorrow, isDone } = loaderData
  const parts = [
    ['feeRates', m.admin_rates_fees()],
    ['packageDiscounts', m.admin_rates_discounts()],
    ['bookingPolicy', m.admin_rates_policy()],
  ] as const satisfies readonly (readonly [keyof AllRates, string])[]
  return (
    <>
      <h1 className="text-h2">{m.admin_nav_rates()}</h1>
      <p className="mt-1 max-w-prose text-muted">{m.admin_rates_text()}</p>
      {isDone && !actionData && (
        <div className="mt-4">
          <Notice tone="good">{m.admin_rates_done()}</Notice>
        </div>
      )}
      <div className="mt-4 grid items-start gap-6 xl:grid-cols-2">
        {parts.map(([name, title]) => (
          <section key={name} className="card grid gap-4" aria-labelledby={name}>
            <h2 id={name} className="text-h3">
              {title}
            </h2>
            {actionData?.name === name && actionData.problem && <Notice tone="bad">{actionData.problem}</Notice>}
            <RatesList name={name} rows={rates[name]} />
            <RatesForm
              key={rates[name][0]?.from}
              name={name}
              newest={rates[name][0]}
              tomorrow={tomorrow}
              {...(actionData?.name === name && { refused: actionData })}
            />
          </section>
        ))}
      </div>
    </>
  )
}
