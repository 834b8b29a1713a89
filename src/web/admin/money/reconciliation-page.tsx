import { useEffect } from 'react'
import { data, Form, useNavigation, useRevalidator } from 'react-router'
import { booksMonths, closeMonth } from '#contract/money/closing.ts'
import {
  adminReconciliation,
  moveOwnerEquity,
  resolveDiscrepancy,
  startReconciliationCheck,
  takeDiscrepancy,
} from '#contract/money/reconciliation.ts'
import { errorText } from '#contract/wire/errors.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, intentOf, readForm, sendForm } from '../../form.server.ts'
import { valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import type { Route } from './+types/reconciliation-page.ts'
import { AccountBalances } from './account-balances.tsx'
import { BooksMonths } from './books-months.tsx'
import { CheckList, isInProgress } from './check-list.tsx'
import { DiscrepancyDetail, discrepancyColumns } from './discrepancy-cells.tsx'
import { MoneyInTransit, OpenItems } from './open-items.tsx'
import { OwnerEquity } from './owner-equity.tsx'
import { TaxReports } from './tax-reports.tsx'

const home = '/admin/books'
const pollMs = 2_000

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const [{ list, state }, books] = await Promise.all([
    readList(context, request, adminReconciliation),
    readApi(context, booksMonths),
  ])
  const show: 'open' | 'resolved' = state.query.show === 'resolved' ? 'resolved' : 'open'
  // On the wire, `adminRole` names the admin's role.
  return {
    ...list,
    months: books.data,
    openItems: books.openItems,
    transit: books.transit,
    state,
    show,
    canDecide: viewer.adminRole !== 'support',
    newId: crypto.randomUUID(),
    lastMonth: lastMonth(),
  }
}

/** The month before this one in India. */
function lastMonth(): string {
  const [year = 0, month = 0] = dateInIndia(new Date()).split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

type ActionResult = { problem: string | null; done: string | null; id: string; note: string; moveForm: MoveForm | null }
type MoveForm = { way: string; amount: string; note: string }
const noResult: ActionResult = { problem: null, done: null, id: '', note: '', moveForm: null }

/** Starts a check, resolves a discrepancy or records an owner's deposit or withdrawal. All are idempotent. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'resolve', 'take', 'own-money', 'check', 'close-month')
  const { id = '', note = '', way = '', amount = '', month = '' } = valuesOf(form)
  const reply = await byIntent(form, {
    resolve: () => sendForm(context, resolveDiscrepancy, form, { params: { id } }),
    'own-money': () => sendForm(context, moveOwnerEquity, form, { params: { id } }),
    take: () => sendForm(context, takeDiscrepancy, form, { params: { id } }),
    check: () => sendForm(context, startReconciliationCheck, form),
    'close-month': () => sendForm(context, closeMonth, form, { params: { month } }),
  })
  if (reply.ok) {
    const done = {
      resolve: m.admin_books_resolved(),
      take: m.admin_books_taken(),
      'own-money': m.admin_own_saved(),
      'close-month': m.admin_books_month_done(),
      check: null,
    }[intent]
    return { ...noResult, done }
  }
  const { code, message, details } = reply.error
  const words = message || errorText(code, currentLocale(), details)
  const isInvalidNote = code === 'bad-request' && intent === 'resolve'
  const problem = isInvalidNote ? m.admin_books_bad_note() : words
  const result =
    intent === 'resolve'
      ? { ...noResult, problem, id, note }
      : { ...noResult, problem, moveForm: intent === 'own-money' ? { way, amount, note } : null }
  return data(result, { status: reply.status })
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_books())

/** Discrepancies between ledger and gateway, recent checks, and account balances. */
export default function ReconciliationPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    checks,
    data: rows,
    state,
    counts,
    balances,
    isBalanced,
    show,
    canDecide,
    ownMoney,
    newId,
    lastMonth,
    months,
    openItems,
    transit,
  } = loaderData
  const isChecking = checks.some(isInProgress)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isChecking) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), pollMs)
    return () => clearInterval(timer)
  }, [isChecking, revalidate])
  const isStarting = useNavigation().formData?.get('intent') === 'check'
  const lastCheck = checks.find((one) => !isInProgress(one))
  // Without a completed check, an empty list does not mean that everything matches.
  const isGood = lastCheck?.status === 'done'
  const noneText = isGood ? m.admin_books_none_text({ at: fullTime(lastCheck.madeAt) }) : m.admin_books_none_known()
  const none = lastCheck
    ? { title: m.admin_books_none(), text: noneText, isGood }
    : { title: m.admin_books_never_title(), text: m.admin_books_never() }
  const tabs = [
    ['open', home, m.admin_books_show_open({ count: formatNumber(counts.open) })],
    ['resolved', `${home}?show=resolved`, m.admin_books_show_resolved({ count: formatNumber(counts.resolved) })],
  ] as const
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-h1">{m.admin_nav_books()}</h1>
          <p className="text-muted">{m.admin_books_text()}</p>
        </div>
        {canDecide && (
          <Form method="post">
            <input type="hidden" name="intent" value="check" />
            <Button type="submit" loading={isStarting} disabled={isChecking}>
              {m.admin_books_check()}
            </Button>
          </Form>
        )}
      </div>
      <div className="mt-4 grid gap-3">
        {actionData?.problem && actionData.id === '' && <Notice tone="bad">{actionData.problem}</Notice>}
        {isChecking && <Notice>{m.admin_books_checking()}</Notice>}
        {lastCheck?.status === 'failed' && <Notice tone="bad">{m.admin_books_failed()}</Notice>}
        {counts.open > 0 && <Notice>{m.admin_books_bad({ count: formatNumber(counts.open) })}</Notice>}
      </div>
      <div className="mt-6">
        <h2 id="differences" className="mb-2 text-h3">
          {m.admin_books_differences()}
        </h2>
        {(lastCheck || counts.open > 0) && (
          <>
            <nav aria-labelledby="differences" className="mb-2 flex flex-wrap gap-2">
              {tabs.map(([name, to, words]) => (
                <LocalLink
                  key={name}
                  to={to}
                  className="chip"
                  {...(show === name && { 'data-on': true, 'aria-current': 'page' })}
                >
                  {words}
                </LocalLink>
              ))}
            </nav>
            <ListFilter state={state} fields={[{ name: 'q', label: m.admin_books_q(), type: 'search' }]} />
          </>
        )}
        <DataTable
          label={m.admin_books_differences()}
          columns={discrepancyColumns()}
          rows={rows}
          state={state}
          detail={(one) => (
            <DiscrepancyDetail
              discrepancy={one}
              canDecide={canDecide}
              refused={actionData?.id === one._id ? actionData : null}
            />
          )}
          csv={csvHref('/api/admin/books.csv', state.query)}
          notice={actionData?.done && <Notice tone="good">{actionData.done}</Notice>}
          empty={
            show === 'open' ? none : { title: m.admin_books_none_resolved(), text: m.admin_books_none_resolved_text() }
          }
        />
      </div>
      <OpenItems items={openItems} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <BooksMonths months={months} canDecide={canDecide} />
          <CheckList checks={checks} />
          <OwnerEquity moves={ownMoney} newId={newId} canDecide={canDecide} form={actionData?.moveForm ?? null} />
          {canDecide && <TaxReports month={lastMonth} />}
        </div>
        <div className="grid gap-6">
          <AccountBalances balances={balances} isBalanced={isBalanced} />
          <MoneyInTransit days={transit} />
        </div>
      </div>
    </>
  )
}
