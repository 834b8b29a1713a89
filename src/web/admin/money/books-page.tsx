import { useEffect } from 'react'
import { data, Form, useNavigation, useRevalidator } from 'react-router'
import { adminBooks, moveOwnMoney, resolveDifference, startBooksCheck } from '#contract/money/books.ts'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { byIntent, intentOf, readForm, sendForm } from '../../form.server.ts'
import { valuesOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import type { Route } from './+types/books-page.ts'
import { BooksBalances } from './books-balances.tsx'
import { BooksChecks, isUnderWay } from './books-checks.tsx'
import { DifferenceDetail, differenceColumns } from './difference-cells.tsx'
import { OwnMoney } from './own-money.tsx'

const home = '/admin/books'
const lookEveryMs = 2_000

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { list, state } = await readList(context, request, adminBooks)
  const show: 'open' | 'resolved' = state.given.show === 'resolved' ? 'resolved' : 'open'
  // An admin's name on the wire is the role.
  return { ...list, state, show, canDecide: viewer.adminRole !== 'support', newId: crypto.randomUUID() }
}

type Answer = { problem: string | null; done: string | null; id: string; note: string; own: OwnTyped | null }
type OwnTyped = { way: string; amount: string; note: string }
const nothing: Answer = { problem: null, done: null, id: '', note: '', own: null }

/** Starts a check, closes a difference or writes down money of ours. All can be repeated. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'resolve', 'own-money', 'check')
  const { id = '', note = '', way = '', amount = '' } = valuesOf(form)
  const reply = await byIntent(form, {
    resolve: () => sendForm(context, resolveDifference, form, { params: { id } }),
    'own-money': () => sendForm(context, moveOwnMoney, form, { params: { id } }),
    check: () => sendForm(context, startBooksCheck, form),
  })
  if (reply.ok) {
    const done = { resolve: m.admin_books_resolved(), 'own-money': m.admin_own_saved(), check: null }[intent]
    return { ...nothing, done }
  }
  const { code, message, details } = reply.error
  const words = message || errorText(code, currentLocale(), details)
  const isNote = code === 'bad-request' && intent === 'resolve'
  const problem = isNote ? m.admin_books_bad_note() : words
  const answer =
    intent === 'resolve'
      ? { ...nothing, problem, id, note }
      : { ...nothing, problem, own: intent === 'own-money' ? { way, amount, note } : null }
  return data(answer, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_nav_books()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** What the books and the gateway do not agree on, the checks that found it, and what every account holds. */
export default function BooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { checks, data: rows, state, counts, balances, isBalanced, show, canDecide, ownMoney, newId } = loaderData
  const isChecking = checks.some(isUnderWay)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isChecking) return
    const clock = setInterval(() => document.visibilityState === 'visible' && void revalidate(), lookEveryMs)
    return () => clearInterval(clock)
  }, [isChecking, revalidate])
  const isStarting = useNavigation().formData?.get('intent') === 'check'
  const ended = checks.find((one) => !isUnderWay(one))
  // What was not compared is not the same.
  const sameText = ended?.status === 'done' ? m.admin_books_none_text() : m.admin_books_none_known()
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
        {actionData?.done && <Notice tone="good">{actionData.done}</Notice>}
        {isChecking && <Notice>{m.admin_books_checking()}</Notice>}
        {ended?.status === 'failed' && <Notice tone="bad">{m.admin_books_failed()}</Notice>}
        {counts.open > 0 && <Notice>{m.admin_books_bad({ count: formatNumber(counts.open) })}</Notice>}
        {!isChecking && ended?.status === 'done' && counts.open === 0 && (
          <Notice tone="good">{m.admin_books_good()}</Notice>
        )}
      </div>
      <div className="mt-6">
        <h2 id="differences" className="text-h3">
          {m.admin_books_differences()}
        </h2>
        <nav aria-labelledby="differences" className="my-2 flex flex-wrap gap-2">
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
        <ListFilter state={state}>
          {show === 'resolved' && <input type="hidden" name="show" value={show} />}
          <TextField label={m.admin_books_q()} name="q" type="search" maxLength={80} defaultValue={state.given.q} />
        </ListFilter>
        <DataTable
          label={m.admin_books_differences()}
          columns={differenceColumns()}
          rows={rows}
          state={state}
          detail={(one) => (
            <DifferenceDetail
              difference={one}
              canDecide={canDecide}
              refused={actionData?.id === one._id ? actionData : null}
            />
          )}
          file={fileHref('/api/admin/books.csv', state.given)}
          none={
            show === 'open'
              ? { title: m.admin_books_none(), text: sameText }
              : { title: m.admin_books_none_resolved(), text: m.admin_books_none_resolved_text() }
          }
        />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <BooksChecks checks={checks} />
          <OwnMoney moves={ownMoney} newId={newId} canDecide={canDecide} typed={actionData?.own ?? null} />
        </div>
        <BooksBalances balances={balances} isBalanced={isBalanced} />
      </div>
    </>
  )
}
