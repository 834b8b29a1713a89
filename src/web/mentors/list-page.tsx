import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type MouseEvent, useEffect, useState } from 'react'
import { Form, isRouteErrorResponse, redirect, useLocation, useNavigation } from 'react-router'
import { m } from '#messages'
import { currentLocale, hrefIn, localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/error-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Route } from './+types/list-page.ts'
import { listHref } from './filter-address.ts'
import { FilterFields } from './filter-fields.tsx'
import { GoldMentors } from './gold-mentors.tsx'
import { loadList } from './list-data.server.ts'
import { CardSkeletons, ListFailed, NoMentors } from './list-states.tsx'
import { readAddress, subjectMeant } from './read-address.server.ts'
import { SilverMentors } from './silver-mentors.tsx'
import { useFilter } from './use-filter.ts'

const formId = 'mentor-filters'
/** Quick answers need no grey blocks. */
const slowMs = 300

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { draft } = readAddress(searchParams)
  const meant = subjectMeant(draft)
  if (meant) throw redirect(hrefIn(currentLocale(), listHref(meant)))
  return await loadList(context, searchParams).catch((error: unknown) => {
    const isOldPage = searchParams.has('cursor') && typeof error === 'object' && error !== null && 'init' in error
    throw isOldPage ? redirect(hrefIn(currentLocale(), listHref(draft))) : error
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: m.list_failed() }]
  const { near, count } = loaderData
  return [
    { title: `${m.list_title({ area: near })} | ${m.brand_name()}` },
    { name: 'description', content: m.list_description({ count: mentorsText(count), area: near }) },
  ]
}

const mentorsText = (count: string) => (count === '1' ? m.list_count_one() : m.list_count({ count }))

function showText(count: string): string {
  if (count === '0') return m.list_show_none()
  return count === '1' ? m.list_show_one() : m.list_show({ count })
}

/** Whether a new list has been on its way for long enough to say so. */
function useLoadingList(): { loading: boolean; slow: boolean } {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!loading) return setSlow(false)
    const timer = setTimeout(setSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [loading])
  return { loading, slow }
}

export default function ListPage({ loaderData: list }: Route.ComponentProps) {
  const { draft: loaded, options, chips, count, near, what } = list
  const filter = useFilter(loaded)
  const { draft, change } = filter
  const { loading, slow } = useLoadingList()
  const [sheet, setSheet] = useState(false)
  const openSheet = (event: MouseEvent) => {
    event.preventDefault()
    setSheet(true)
  }
  const fields = <FilterFields {...filter} options={options} />
  const sorts = [
    { value: 'best', label: m.list_sort_best() },
    { value: 'distance', label: m.list_sort_distance() },
    { value: 'price', label: m.list_sort_price() },
    { value: 'rating', label: m.list_sort_rating() },
  ]
  const reset = (
    <LocalLink to="/mentors" preventScrollReset className="text-link inline-flex min-h-11 items-center px-2">
      {m.list_reset()}
    </LocalLink>
  )
  return (
    <main className="page-width list-page">
      <header className="list-head">
        <div>
          <h1 className="text-h1">{m.list_title({ area: near })}</h1>
          <p className="mt-1 text-muted" aria-live="polite">
            <b className="text-ink">{mentorsText(count)}</b> {what ? m.list_for({ what }) : m.list_near({ place: near })}
          </p>
        </div>
        <search className="list-search">
          <span className="control">
            <button type="submit" form={formId} aria-label={m.list_search_button()} className="-ml-3 target grid place-items-center">
              <Search size={22} aria-hidden="true" />
            </button>
            <input
              type="search"
              name="q"
              form={formId}
              maxLength={80}
              aria-label={m.list_search()}
              placeholder={m.list_search()}
              value={draft.q}
              onChange={(event) => change({ q: event.currentTarget.value }, true)}
            />
          </span>
          <a href="#filters" onClick={openSheet} className="btn btn-outline lg:hidden">
            <span className="btn-face">
              <SlidersHorizontal size={20} aria-hidden="true" />
              {m.list_filters()}
              {chips.length > 0 && (
                <span className="filter-count">
                  <span aria-hidden="true">{chips.length}</span>
                  <span className="sr-only">{m.list_filters_on({ count: chips.length })}</span>
                </span>
              )}
            </span>
          </a>
        </search>
        <div className="list-sort">
          <SelectField
            label={m.list_sort()}
            hideLabel
            name="sort"
            form={formId}
            options={sorts}
            value={draft.sort}
            onChange={(event) => change({ sort: event.currentTarget.value })}
          />
        </div>
      </header>
      <aside id="filters" className="list-column card" aria-label={m.list_filters()}>
        <Form id={formId} method="get" action={localHref('/mentors')} onSubmit={(event) => { event.preventDefault(); change({}) }}>
          <div className="flex items-center justify-between">
            <h2 className="text-h3">{m.list_filters()}</h2>
            {reset}
          </div>
          {fields}
          {draft.kept.map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <noscript>
            <Button type="submit" wide className="mt-4">
              {showText(count)}
            </Button>
          </noscript>
        </Form>
      </aside>
      <div className="list-results" aria-busy={loading || undefined}>
        {chips.length > 0 && (
          <ChipRow label={m.list_chosen()}>
            {chips.map(({ label, to }) => (
              <li key={to}>
                <Chip on to={to} label={m.list_remove({ name: label })}>
                  {label}
                </Chip>
              </li>
            ))}
            {chips.length > 1 && <li className="lg:hidden">{reset}</li>}
          </ChipRow>
        )}
        {list.leftOut.length > 0 && <Notice>{m.list_left_out({ values: list.leftOut.join(', ') })}</Notice>}
        {list.unknownPlace && <Notice>{m.list_unknown_area({ area: list.unknownPlace, near })}</Notice>}
        {slow ? (
          <CardSkeletons count={6} />
        ) : count === '0' ? (
          <NoMentors />
        ) : (
          <>
            <GoldMentors gold={list.gold} draft={loaded} />
            <SilverMentors key={listHref(loaded)} silver={list.silver} draft={loaded} />
          </>
        )}
      </div>
      <Dialog
        open={sheet}
        onClose={() => setSheet(false)}
        title={m.list_filters()}
        extra={reset}
        action={
          <Button wide loading={loading} onClick={() => setSheet(false)}>
            {showText(count)}
          </Button>
        }
      >
        {fields}
      </Dialog>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) throw error
  return <ListFailed />
}
