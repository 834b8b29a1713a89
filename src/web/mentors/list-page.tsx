import { type MouseEvent, useState } from 'react'
import { isRouteErrorResponse, Link, redirect, useLocation } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { breadcrumbs } from '../seo/structured-data.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Route } from './+types/list-page.ts'
import { listHref } from './filter-address.ts'
import { FilterFields } from './filter-fields.tsx'
import { FilterColumn, FilterSheet, ResetLink } from './filter-panels.tsx'
import { GoldMentors } from './gold-mentors.tsx'
import { type ListData, loadListOrFirst } from './list-data.server.ts'
import { ListHead, mentorsText } from './list-head.tsx'
import { indiaHref, OrderNote, ScopeNote } from './list-notes.tsx'
import { CardSkeletons, ListFailed, NoMentors } from './list-states.tsx'
import { MoreMentors } from './more-mentors.tsx'
import { OnlineMentors, onlinePart } from './online-mentors.tsx'
import { knownAreas } from './places.server.ts'
import { isPrecisePosition, readAddress, subjectInQuery } from './read-address.server.ts'
import { unlessShortlistChanged } from './shortlist-button.tsx'
import { typedPlace } from './typed-place.server.ts'
import { useFilter } from './use-filter.ts'
import { useLastLocation } from './use-last-location.ts'
import { useLoadingList } from './use-loading-list.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  await knownAreas(context)
  const { draft } = readAddress(searchParams)
  const meant = subjectInQuery(draft) ?? (isPrecisePosition(searchParams) ? draft : null)
  if (meant) throw redirect(localHref(listHref(meant)))
  const list = await loadListOrFirst(context, searchParams)
  const typed = list.unknownPlace ? await typedPlace(context, draft) : null
  if (typed) throw redirect(localHref(listHref(typed)))
  // Canonical path of the filters, independent of position and sort. Only the unfiltered list is indexed.
  const path = listHref({ ...draft, sort: 'best', within: '', hidden: [] })
  const steps = [
    { name: m.shell_home(), path: '/' },
    { name: m.shell_find_tutors(), path: '/mentors' },
  ]
  const head = pageHead(context, {
    path,
    title: m.list_title({ area: list.near }),
    description: m.list_description({ count: mentorsText(list.count), area: list.near }),
    listed: path === '/mentors' && !searchParams.has('cursor') && !searchParams.has('gold'),
    things: (publicUrl) => [breadcrumbs(publicUrl, steps)],
  })
  const title =
    draft.q && list.count === '0' ? m.list_title_words({ words: draft.q }) : m.list_title({ area: list.near })
  return { ...list, title, head }
}

/** Shortlist changes do not affect this page; the frame holds the shortlist. */
export const shouldRevalidate = unlessShortlistChanged

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? [{ title: m.list_failed() }]
}

export default function ListPage({ loaderData: list }: Route.ComponentProps) {
  const { draft, options, chips, count } = list
  const filter = useFilter(draft)
  const { loading, slow } = useLoadingList()
  const { search } = useLocation()
  const notice = useLastLocation(draft)
  const [sheet, setSheet] = useState(false)
  const changePlace = (event: MouseEvent) => {
    event.preventDefault()
    const isWide = innerWidth >= 1024
    setSheet(!isWide)
    // Once a sheet is open.
    setTimeout(() =>
      document.querySelector<HTMLElement>(`${isWide ? '#filters' : 'dialog[open]'} [name=state]`)?.focus(),
    )
  }
  return (
    <main className="page-width list-page">
      <ListHead list={list} filter={filter} notice={notice} onFilters={() => setSheet(true)} />
      <FilterColumn filter={filter} count={count} hasFilters={chips.length > 0}>
        <FilterFields {...filter} options={options} />
      </FilterColumn>
      <div className="list-results" aria-busy={loading || undefined}>
        {(list.assumed || chips.length > 0) && (
          <ChipRow label={m.list_chosen()}>
            {list.assumed && (
              <li>
                <Link to={{ search, hash: 'filters' }} className="chip" onClick={changePlace}>
                  <Icon name="map-pin" size={18} />
                  {list.near}
                  <span className="text-primary max-sm:sr-only">{list.assumed}</span>
                  <Icon name="chevron-down" size={16} className="sm:hidden" />
                </Link>
              </li>
            )}
            {chips.map(({ label, to }) => (
              <li key={to}>
                <Chip to={to} label={m.list_remove({ name: label })}>
                  {label}
                </Chip>
              </li>
            ))}
            {chips.length > 1 && (
              <li className="whitespace-nowrap lg:hidden">
                <ResetLink to="/mentors" />
              </li>
            )}
          </ChipRow>
        )}
        {list.skipped.length > 0 && <Notice>{m.list_left_out({ values: list.skipped.join(', ') })}</Notice>}
        {list.unknownPlace && <Notice>{m.list_unknown_area({ area: list.unknownPlace, near: list.near })}</Notice>}
        {slow ? (
          <CardSkeletons count={6} />
        ) : count === '0' ? (
          <NoResults list={list} />
        ) : (
          <>
            <GoldMentors gold={list.gold} draft={draft} />
            <MoreMentors
              key={listHref(draft)}
              rest={list.rest}
              draft={draft}
              title={list.online.isAll ? m.list_online_mentors() : m.list_silver()}
              note={<OrderNote link={list.orderLink}>{list.order}</OrderNote>}
            />
            <ScopeNote draft={draft} scope={list.scope} />
          </>
        )}
        {!slow && <OnlineMentors online={list.online} draft={draft} />}
      </div>
      <FilterSheet
        filter={filter}
        count={count}
        hasFilters={chips.length > 0}
        open={sheet}
        onClose={() => setSheet(false)}
        loading={loading}
      >
        <FilterFields {...filter} options={options} />
      </FilterSheet>
    </main>
  )
}

/** Empty state that names the place and leads to online mentors, else to all of India. */
function NoResults({ list }: { list: ListData }) {
  const { place, near, isNearby, online, draft } = list
  const where = online.isAll ? null : (place ?? (isNearby ? near : null))
  if (where === null && list.chips.length === 1 && draft.q)
    return (
      <NoMentors text={m.list_none_name_text()}>
        <div className="grid gap-4">
          <p className="flex flex-wrap justify-center gap-2">
            {list.options.subjects.slice(0, 6).map(({ value, label }) => (
              <LocalLink key={value} className="chip" to={listHref({ ...draft, q: '', subject: [value] })}>
                {label}
              </LocalLink>
            ))}
          </p>
          <p>
            <ButtonLink to="/mentors">{m.selected_browse()}</ButtonLink>
          </p>
        </div>
      </NoMentors>
    )
  if (where === null) return <NoMentors />
  const title = m.list_none_place({ place: where })
  if (online.cards.length === 0)
    return (
      <NoMentors title={title} text={m.list_none_place_text({ place: where })}>
        <ButtonLink to={indiaHref(draft)}>{m.list_show_india()}</ButtonLink>
      </NoMentors>
    )
  return (
    <NoMentors title={title} text={m.list_none_online({ place: where, count: online.count })}>
      <ButtonLink href={`#${onlinePart}`}>{m.list_online_none_link()}</ButtonLink>
    </NoMentors>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) throw error
  return <ListFailed error={error} />
}
