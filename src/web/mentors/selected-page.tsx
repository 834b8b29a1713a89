import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { maxSelectedMentors } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/selected-page.ts'
import { listHref } from './filter-address.ts'
import { CardSkeletons, ListFailed, NoMentors } from './list-states.tsx'
import { MentorCard } from './mentor-card.tsx'
import { MoreMentors } from './more-mentors.tsx'
import { selectedPath } from './selected-address.ts'
import { loadSelectedOrFirst, type SelectedData } from './selected-data.server.ts'
import { SelectedPanels } from './selected-panels.tsx'
import { useFilter } from './use-filter.ts'
import { useLoadingList } from './use-loading-list.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return await loadSelectedOrFirst(context, url.searchParams)
}

const isEndedLink = (error: unknown) => isRouteErrorResponse(error) && error.status === 410

export function meta({ loaderData, error }: Route.MetaArgs) {
  const title = isEndedLink(error)
    ? m.selected_over()
    : loaderData?.selected.length
      ? m.selected_for_you()
      : m.selected_title({ area: loaderData?.area ?? m.selected_your_area() })
  return [{ title: `${title} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

export default function SelectedMentorsPage({ loaderData: list }: Route.ComponentProps) {
  const { draft, rest, selected, chips } = list
  useCountedVisit(list.link)
  const filter = useFilter(draft)
  const { loading, slow } = useLoadingList()
  const isNone = rest.cards.length === 0 && rest.nextCursor === null
  return (
    <main className="page-width selected-page">
      <PageHeading
        title={
          <>
            <span className="sr-only">{m.selected_title({ area: list.area })}</span>
            <span aria-hidden="true">
              {selected.length > 0 ? m.selected_for_you() : m.selected_heading({ area: list.area })}
            </span>
          </>
        }
        text={selected.length > 0 && m.selected_lead()}
      />
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
            <ButtonLink to={list.next} look="outline">
              {m.selected_next()}
            </ButtonLink>
          )}
        </section>
      )}
      {selected.length > 0 && <h2 className="-mb-2 text-h3 lg:text-[24px]">{m.selected_filter()}</h2>}
      <SelectedPanels list={list} filter={filter} loading={loading} />
      {chips.length > 0 && (
        <ChipRow label={m.list_chosen()}>
          {chips.map(({ label, to }) => (
            <li key={to}>
              <Chip on to={to} label={m.list_remove({ name: label })}>
                {label}
              </Chip>
            </li>
          ))}
        </ChipRow>
      )}
      <div aria-busy={loading || undefined} className="list-results">
        {slow ? (
          <CardSkeletons count={6} />
        ) : isNone ? (
          <NoMentors reset={list.reset} />
        ) : (
          <MoreMentors
            key={listHref(draft)}
            rest={rest}
            draft={draft}
            title={selected.length > 0 ? m.selected_others() : m.selected_all()}
            path={selectedPath}
          />
        )}
      </div>
    </main>
  )
}

function Notes({ list: { skipped, unknown, isCut } }: { list: SelectedData }) {
  return (
    <>
      {skipped.length > 0 && <Notice>{m.list_left_out({ values: skipped.join(', ') })}</Notice>}
      {unknown > 0 && (
        <Notice>{unknown === 1 ? m.selected_unknown_one() : m.selected_unknown({ count: unknown })}</Notice>
      )}
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
