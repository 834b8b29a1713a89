import { data, redirect } from 'react-router'
import { type AllRates, adminRates, dropRates, setRates } from '#contract/settings/rates.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi, writeApi } from '../../api.ts'
import { intentOf, readForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { Notice } from '../../ui/error-state.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Route } from './+types/rates-page.ts'
import { previewRates, type RatesRefused, ratesNameIn, readRates } from './rates.server.ts'
import { RatesForm } from './rates-form.tsx'
import { RatesList } from './rates-list.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const home = '/admin/settings/rates'

const dayAfterToday = () => dateInIndia(plusMinutes(new Date(), 24 * 60))

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const { data: rates } = await readApi(context, adminRates)
  const tomorrow = dayAfterToday()
  return { rates, tomorrow, mayChange: viewer.adminRole === 'owner', done: url.searchParams.get('done') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'preview', 'set', 'drop')
  const name = ratesNameIn(form)
  const isDrop = intent === 'drop'
  const read = isDrop ? null : readRates(form)
  const values = valuesOf(form)
  const refused = (over: Partial<RatesRefused>, status: number) =>
    data<RatesRefused>(
      { name, fields: {}, values: isDrop ? {} : values, problem: null, preview: null, ...over },
      { status },
    )
  if (read && 'fields' in read) return refused({ fields: read.fields }, 400)
  // Validates the date before previewing.
  if (read && read.input.from < dayAfterToday()) return refused({ fields: { from: m.admin_rates_bad_day() } }, 400)
  if (read && intent === 'preview') {
    const preview = previewRates(read.input, (await readApi(context, adminRates)).data)
    return refused(preview?.lines.length === 0 ? { problem: m.admin_set_same() } : { preview }, 200)
  }
  const reply = read
    ? await writeApi(context, setRates, { body: read.input })
    : await writeApi(context, dropRates, { params: { name, from: textOf(form, 'from') } })
  if (reply.ok) return redirect(localHref(`${home}?done=${isDrop ? 'dropped' : 'set'}`))
  const { code, message } = reply.error
  if (code === 'bad-request') return refused({ fields: { from: m.admin_rates_bad_day() } }, reply.status)
  return refused({ problem: message }, reply.status)
}

export const meta = () => adminMeta(m.admin_nav_rates())

const doneTexts: Record<string, () => string> = { set: m.admin_set_done, dropped: m.admin_rates_dropped }

/** Commission, taxes and discounts by date: past, current and scheduled. */
export default function RatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rates, tomorrow, mayChange, done } = loaderData
  const parts = [
    ['feeRates', m.admin_rates_fees()],
    ['packageDiscounts', m.admin_rates_discounts()],
    ['bookingPolicy', m.admin_rates_policy()],
    ['taxRules', m.admin_rates_tax()],
  ] as const satisfies readonly (readonly [keyof AllRates, string])[]
  return (
    <SettingsFrame
      text={m.admin_rates_text()}
      mayChange={mayChange}
      done={actionData ? undefined : doneTexts[done ?? '']?.()}
    >
      <div className="mt-4 gap-6 *:mb-6 *:break-inside-avoid xl:columns-2">
        {parts.map(([name, title]) => (
          <section key={name} className="card grid gap-2" aria-labelledby={name}>
            <div className="card-head">
              <h2 id={name} className="text-h3">
                {title}
              </h2>
              {mayChange && (
                <RatesForm
                  key={rates[name][0]?.from}
                  name={name}
                  newest={rates[name][0]}
                  tomorrow={tomorrow}
                  {...(actionData?.name === name && { refused: actionData })}
                />
              )}
            </div>
            {actionData?.name === name && actionData.problem && <Notice tone="bad">{actionData.problem}</Notice>}
            <RatesList name={name} rows={rates[name]} mayDrop={mayChange} />
          </section>
        ))}
      </div>
    </SettingsFrame>
  )
}
