import { useEffect, useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { maxSelectedMentors } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import type { Route } from './+types/selected-page.ts'
import { listHref } from './filter-address.ts'
import { FilterColumn, FilterSheet } from './filter-panels.tsx'
import { ListSearch } from './list-head.tsx'
import { CardSkeletons, GoneBand, ListFailed, NoMentors } from './list-states.tsx'
import { MentorCard } from './mentor-card.tsx'
import { MoreMentors } from './more-mentors.tsx'
import { selectedPath } from './selected-address.ts'
import { loadSelectedOrFirst, type SelectedData } from './selected-data.server.ts'
import { SelectedFilters } from './selected-filters.tsx'
import { useFilter } from './use-filter.ts'
import { useLoadingList } from './use-loading-list.ts'
import './selected.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  return await loadSelectedOrFirst(context, url.searchParams)
}

const isEndedLink = (error: unknown) => isRouteErrorResponse(error) && error.status === 410

export function meta({ loaderData, error }: Route.MetaArgs) {
  const title = isEndedLink(error) ? m.selected_over() : (loaderData?.heading ?? m.list_failed())
  return [{ title: `${title} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

export default function SelectedMentorsPage({ loaderData: list }: Route.ComponentProps) {
  const { draft, rest, selected, chips, options, reset } = list
  useCountedVisit(list.link)
  const filter = useFilter(draft)
  const { loading, slow } = useLoadingList()
  const [sheet, setSheet] = useState(false)
  const isGone = selected.length === 0 && list.lead !== undefined
  const isNone = rest.cards.length === 0 && rest.nextCursor === null
  const panel = { filter, count: list.count, hasFilters: chips.length > 0, reset }
  const search = <ListSearch filter={filter} chips={chips.length} onFilters={() => setSheet(true)} />
  const title = (
    <>
      <span className="sr-only">{m.selected_title({ area: list.area })}</span>
      <span aria-hidden={!list.lead}>{list.heading}</span>
    </>
  )
  return (
    <main>
      {isGone && (
        <GoneBand title={title}>
          <p className="mt-2">{list.lead}</p>
        </GoneBand>
      )}
      <div className={`page-width list-page selected-page ${isGone ? 'pt-8 lg:pt-10' : ''}`}>
        <div className="selected-head empty:hidden">
          {!isGone && (
            <div className="selected-row">
              <div>
                <h1 className="text-h1">{title}</h1>
                {list.lead && <p className="mt-1 text-muted">{list.lead}</p>}
              </div>
              {selected.length === 0 && search}
            </div>
          )}
          <Notes list={list} />
          {selected.length > 0 && (
            <section aria-labelledby="selected-mentors">
              <h2 id="selected-mentors" className="sr-only">
                {m.selected_chosen()}
              </h2>
              <ul className="silver-cards">
                {selected.map((card, index) => (
                  <li key={card.slug}>
                    <MentorCard card={card} eager={index < 3} />
                  </li>
                ))}
              </ul>
              {list.next && (
                <ButtonLink to={list.next} look="outline" className="mt-4">
                  {m.selected_next()}
                </ButtonLink>
              )}
            </section>
          )}
          {selected.length > 0 && (
            <div className="selected-row">
              <h2 className="text-h3 lg:text-[24px]">{m.selected_filter()}</h2>
              {search}
            </div>
          )}
        </div>
        <FilterColumn {...panel} path={selectedPath}>
          <SelectedFilters filter={filter} options={options} />
        </FilterColumn>
        <div aria-busy={loading || undefined} className="list-results">
          {isGone && (
            <div className="selected-row items-center">
              <h2 id="more-mentors" className="text-h3 lg:text-[24px]">
                {list.restTitle}
              </h2>
              {search}
            </div>
          )}
          {chips.length > 0 && (
            <ChipRow label={m.list_chosen()}>
              {chips.map(({ label, to }) => (
                <li key={to}>
                  <Chip to={to} label={m.list_remove({ name: label })}>
                    {label}
                  </Chip>
                </li>
              ))}
            </ChipRow>
          )}
          {slow ? (
            <CardSkeletons count={6} />
          ) : isNone ? (
            <NoMentors reset={reset} />
          ) : (
            <MoreMentors
              key={listHref(draft)}
              rest={rest}
              draft={draft}
              title={isGone ? undefined : list.restTitle}
              path={selectedPath}
            />
          )}
        </div>
        <FilterSheet {...panel} open={sheet} onClose={() => setSheet(false)} loading={loading}>
          <SelectedFilters filter={filter} options={options} />
        </FilterSheet>
      </div>
    </main>
  )
}

function Notes({ list: { skipped, note, isCut } }: { list: SelectedData }) {
  return (
    <>
      {skipped.length > 0 && <Notice>{m.list_left_out({ values: skipped.join(', ') })}</Notice>}
      {note && <Notice>{note}</Notice>}
      {isCut && <Notice>{m.selected_too_many({ count: maxSelectedMentors })}</Notice>}
    </>
  )
}

/** Replaces the list of a link that has ended. */
function EndedLink() {
  return (
    <main className="page-width py-14">
      <EmptyState
        heading="h1"
        title={m.selected_over()}
        text={m.selected_over_text()}
        action={<ButtonLink to="/mentors">{m.selected_over_search()}</ButtonLink>}
      />
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) throw error
  if (isEndedLink(error)) return <EndedLink />
  return <ListFailed error={error} />
}

/** Counts a visit to a saved link, once per browser session. */
function useCountedVisit(link: string | null): void {
  useEffect(() => {
    const key = `opened:${link}`
    if (!link || sessionStorage.getItem(key)) return
    sessionStorage.setItem(key, '1')
    fetch(`/api/mentor-links/${encodeURIComponent(link)}/open`, { method: 'POST', keepalive: true }).then(
      (reply) => reply.text(),
      () => undefined,
    )
  }, [link])
}
