import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { holderKinds } from '#contract/mentors/tax-ids.ts'
import { type OwnTaxes, ownTaxFacts, setTaxFacts } from '#contract/mentors/taxes.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { readSite } from '../../site-facts.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { DoneNotice } from '../kit/done-notice.tsx'
import { type FormResult, formResult } from '../kit/form-result.ts'
import { MentorWithoutApplication, WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/tax-page.ts'

export { clientAction } from '../kit/lost-result.ts'

const path = '/dashboard/settings/tax'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  const [{ data: taxes }, site] = await Promise.all([readApi(context, ownTaxFacts), readSite(context)])
  return { viewer, own: { mentorId: viewer._id, taxes, isTdsOnExcess: site.isTdsOnExcess } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const reply = await byIntent(form, { tax: () => sendForm(context, setTaxFacts, form) })
  return formResult(form, reply, localHref(path))
}

export function meta() {
  return [{ title: `${m.tax_title()} - ${m.brand_name()}` }]
}

/** PAN, GSTIN and kind of holder of a mentor, and what they mean for the fees of this financial year. */
export default function TaxPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: '/dashboard/mentor/earnings', label: m.shell_earnings() }}
        title={m.tax_title()}
        text={m.tax_text()}
      />
      <DoneNotice />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-x-8">
        <TaxForm {...own} />
        <TaxYear {...own.taxes} isTdsOnExcess={own.isTdsOnExcess} />
      </div>
    </main>
  )
}

const holderLabels: Record<(typeof holderKinds)[number], () => string> = {
  individual: m.tax_holder_individual,
  huf: m.tax_holder_huf,
  firm: m.tax_holder_firm,
  company: m.tax_holder_company,
  trust: m.tax_holder_trust,
  other: m.tax_holder_other,
}

const stateNotices: Record<Exclude<OwnTaxes['state'], 'given'>, (taxes: OwnTaxes) => string> = {
  missing: ({ withoutPan }) => m.tax_missing({ percent: `${withoutPan}` }),
  look: () => m.tax_look(),
  refused: ({ reason }) => m.tax_refused({ reason }),
}

function TaxForm({ mentorId, taxes }: { mentorId: string; taxes: OwnTaxes }) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'tax', mentorId)
  const toast = useToast()
  const details = useRef<HTMLDetailsElement>(null)
  const refused = result && !result.ok ? result : undefined
  const { state, pan, gstin, holder } = taxes
  const field = (name: string) => ({
    name,
    // The saved values are never sent back.
    defaultValue: refused?.values[name] ?? '',
    error: refused?.fields[name],
    autoComplete: 'off',
    className: 'uppercase tabular-nums',
  })
  const resident = refused?.values.resident ?? (taxes.resident === false ? 'no' : 'yes')
  const form = (
    <DashboardForm
      fetcher={fetcher}
      intent="tax"
      of={mentorId}
      result={result}
      onDone={() => {
        if (details.current) details.current.open = false
        toast({ title: m.tax_saved() })
      }}
      className="grid gap-4"
    >
      <SelectField
        label={m.tax_holder()}
        name="holder"
        defaultValue={refused?.values.holder ?? taxes.holder ?? 'individual'}
        options={holderKinds.map((value) => ({ value, label: holderLabels[value]() }))}
      />
      <ChoiceGroup legend={m.tax_resident()}>
        {(['yes', 'no'] as const).map((one) => (
          <RadioCard
            key={one}
            name="resident"
            value={one}
            defaultChecked={resident === one}
            title={one === 'yes' ? m.tax_resident_yes() : m.tax_resident_no()}
          />
        ))}
      </ChoiceGroup>
      <TextField
        label={m.tax_pan()}
        help={pan ? m.tax_pan_again() : m.tax_pan_help()}
        maxLength={16}
        {...field('pan')}
      />
      <TextField
        label={m.apply_optional({ label: m.tax_gstin() })}
        help={gstin ? m.tax_gstin_again() : m.tax_gstin_help()}
        maxLength={24}
        {...field('gstin')}
      />
      <Button
        type="submit"
        loading={fetcher.state !== 'idle'}
        loadingText={m.dash_saving()}
        className="sm:justify-self-start"
      >
        {m.tax_save()}
      </Button>
      <p className="text-muted text-small">{m.tax_safe()}</p>
    </DashboardForm>
  )
  return (
    <section className="card grid gap-4" aria-labelledby="tax-ids">
      <h2 id="tax-ids" className="text-card">
        {m.tax_ids()}
      </h2>
      {state !== 'given' && (
        <Notice icon={<Icon name="circle-exclamation-point" size={20} className="mt-0.5 flex-none" />}>
          <p>{stateNotices[state](taxes)}</p>
          {state === 'look' && <p className="font-normal text-text">{m.tax_look_text()}</p>}
        </Notice>
      )}
      {pan && (
        <dl className="grid gap-2 tabular-nums">
          {[
            [m.tax_pan(), pan],
            [m.tax_gstin(), gstin ?? m.tax_gstin_none()],
            ...(holder ? [[m.tax_holder(), holderLabels[holder]()]] : []),
          ].map(([name, value]) => (
            <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-muted">{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {pan ? (
        <details ref={details} open={refused !== undefined} className="-mb-4 border-line border-t open:mb-0">
          <summary className="text-link min-h-12">{m.tax_change()}</summary>
          <div className="pt-2">{form}</div>
        </details>
      ) : (
        form
      )}
    </section>
  )
}

/** Fees and TDS of the financial year, and the rule. */
function TaxYear({ year, isTdsOnExcess, ...own }: OwnTaxes & { isTdsOnExcess: boolean }) {
  const isKnown = own.state === 'given' || own.state === 'look'
  const hasLimit = isKnown && own.resident === true && (own.holder === 'individual' || own.holder === 'huf')
  const limit = formatRupees(year.limit)
  const limited = [
    isTdsOnExcess ? m.tax_rule_above_excess({ limit }) : m.tax_rule_above({ limit }),
    m.tax_rule_refund({ limit }),
  ]
  const rules = [
    ...(hasLimit ? limited : [isKnown ? m.tax_rule_limit_no() : m.tax_rule_pan({ limit })]),
    ...(own.gstin ? [m.tax_rule_tcs()] : []),
  ]
  const rows = [
    [m.tax_year_fees(), formatRupees(year.fees)],
    ...(hasLimit ? [[m.tax_year_limit(), limit] as const] : []),
    [m.tax_year_tds(), formatRupees(year.tds)],
  ] as const
  return (
    <section className="card grid gap-3" aria-labelledby="tax-year">
      <h2 id="tax-year" className="text-card">
        {m.tax_year({ year: `${year.from}–${String(year.from + 1).slice(-2)}` })}
      </h2>
      <dl className="grid gap-2 tabular-nums">
        {rows.map(([name, amount]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-ink">{amount}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid list-disc gap-1 pl-5 text-muted text-small">
        {rules.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
