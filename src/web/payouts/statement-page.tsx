import { paymentNumber, payoutStatement } from '#contract/money/payouts.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { earningCounts, earningLabel } from '../earning-label.ts'
import { currentLocale } from '../locale.ts'
import { statementHref } from '../receipt-href.ts'
import { Logo } from '../shell/logo.tsx'
import { useSite } from '../shell/site-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { formatDay, instantOf } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/statement-page.ts'
import '../inner.css'
import './statement.css'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  const { data } = await readApi(context, payoutStatement, { params: { id: params.id } })
  const days = data.rows.flatMap(({ lesson }) => lesson?.startsAt ?? []).sort()
  const [first] = days
  // The period above says the year.
  const year = new Set([...days, data.until].map((day) => day.slice(0, 4))).size > 1
  const rows = data.rows.map(({ _id, at, lesson, kind, chargedFor, ...parts }) => ({
    _id,
    day: formatDay(lesson?.startsAt ?? at, { year }),
    about: lesson
      ? [subjectIn(lesson.subject, currentLocale()), lesson.student].filter(Boolean).join(', ')
      : earningLabel(kind),
    reason: chargedFor && (chargedFor === 'cancelled' ? m.earn_late_cancel() : m.earn_family_absent()),
    ...parts,
  }))
  const held = data.rows.filter(({ kind }) => kind === 'lesson')
  const countOf = (of: (typeof held)[number]['chargedFor']) => held.filter((one) => one.chargedFor === of).length
  const counts = earningCounts({
    classes: countOf(null),
    cancellations: countOf('cancelled'),
    absences: countOf('missed'),
  })
  return {
    statement: { ...data, rows, first, counts, number: paymentNumber(data._id) },
    back:
      viewer.userType === 'admin'
        ? { to: '/admin/payouts', label: m.earn_payouts() }
        : { to: '/dashboard/mentor/earnings', label: m.shell_earnings() },
  }
}

export function meta() {
  return [{ title: `${m.earn_statement()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** Each with its name in the table and in the sum. */
const allParts = [
  ['fee', m.earn_fee, m.earn_fee],
  ['commission', m.earn_commission, m.earn_less_commission],
  ['gst', m.earn_gst, m.earn_less_gst],
  ['tds', m.earn_tds, () => m.earn_less_tax({ tax: m.earn_tds() })],
  ['tcs', m.earn_tcs, () => m.earn_less_tax({ tax: m.earn_tcs() })],
  ['net', m.earn_net, m.earn_net],
] as const

/** Printable payout statement, class by class. */
export default function StatementPage({ loaderData: { statement, back } }: Route.ComponentProps) {
  const { legalName, address } = useSite().reach
  const { number, mentor, account, amount, paidAt, reference, first, until, rows, totals, counts } = statement
  // Taxes that nobody withheld are left out.
  const parts = allParts.filter(([part]) => part === 'net' || rows.some((row) => row[part] !== 0))
  const last = formatDay(instantOf(until), { year: true })
  const facts = [
    [m.earn_payment_number(), number],
    [m.earn_mentor(), `${mentor.fullName}, ${mentor.number}`],
    first ? [m.earn_period(), m.free_from_to({ from: formatDay(first), to: last })] : [m.earn_until(), last],
    [m.earn_account(), account],
    ...(paidAt ? [[m.earn_paid_on(), formatDay(paidAt, { year: true })]] : []),
    ...(reference ? [[m.earn_reference_name(), reference]] : []),
  ]
  return (
    <main className="pb-12">
      <div className="page-width pt-3 lg:pt-6 print:hidden">
        <LocalLink to={back.to} className="text-link -ml-1 inline-flex min-h-11 items-center gap-1">
          <Icon name="chevron-left" size={20} className="flex-none" />
          {back.label}
        </LocalLink>
      </div>
      <article className="statement">
        <div className="hidden print:block">
          <Logo />
        </div>
        <PageHeading
          title={m.earn_statement()}
          text={
            <>
              <span className="amount block text-[30px]">{formatRupees(amount)}</span>
              {!paidAt && (
                <span className="mt-2 block">
                  <Badge kind="awaiting">{m.earn_state_preparing()}</Badge>
                </span>
              )}
            </>
          }
          actions={
            <div className="grid w-full grid-flow-col auto-cols-fr gap-2">
              <ButtonLink href={statementHref(statement._id, 'pdf')} look="outline" className="px-4!">
                {m.earn_download_pdf()}
              </ButtonLink>
              <ButtonLink href={statementHref(statement._id, 'csv')} look="outline" className="px-4!">
                {m.earn_download_csv()}
              </ButtonLink>
              <Button look="outline" className="max-sm:hidden" onClick={() => window.print()}>
                {m.earn_print()}
              </Button>
            </div>
          }
        />
        <dl className="mt-2 max-w-[400px] md:hidden print:hidden">
          {parts.map(([part, , name]) => (
            <div
              key={part}
              className={`flex min-h-8 items-center justify-between gap-4 tabular-nums ${part === 'net' ? 'mt-2 border-ink border-t-2 pt-2 font-semibold text-ink' : ''}`}
            >
              <dt>{name()}</dt>
              <dd>{formatRupees(totals[part], true)}</dd>
            </div>
          ))}
        </dl>
        <dl className="statement-facts mt-6 border-line border-t pt-6 md:mt-4 md:border-t-0 md:pt-0">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {counts && <h2 className="mt-6 text-card md:hidden print:hidden">{counts}</h2>}
        {/* biome-ignore-start lint/a11y/noRedundantRoles: another display takes a table's own roles away */}
        <table role="table" className="statement-table mt-2 md:mt-6">
          <thead role="rowgroup">
            <tr role="row">
              {[m.earn_class, ...parts.map(([, name]) => name)].map((name) => (
                <th key={name()} role="columnheader" scope="col">
                  {name()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={row._id} role="row">
                <td role="cell">
                  {row.day}
                  <span className="block text-muted">{row.about}</span>
                  {row.reason && <span className="block text-small">{row.reason}</span>}
                </td>
                {parts.map(([part, name]) => (
                  <td key={part} role="cell" data-label={name()}>
                    {formatRupees(row[part], true)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="row">
                {m.earn_total()}
              </th>
              {parts.map(([part]) => (
                <td key={part} role="cell">
                  {formatRupees(totals[part], true)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
        <p className="mt-6 text-muted text-small">{[legalName, address].filter(Boolean).join(', ')}</p>
      </article>
    </main>
  )
}
