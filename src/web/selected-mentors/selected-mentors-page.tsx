import { useRevalidator } from 'react-router'
import { mentorFilter, type PublicMentor, selectedMentors } from '#contract/mentors.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { cardOf } from '../mentors/card.server.ts'
import { MentorCard } from '../mentors/mentor-card.tsx'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Loading } from '../ui/skeleton.tsx'
import type { Route } from './+types/selected-mentors-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get('id') ?? ''
  if (id === '') return { cards: [], area: null }
  // The page says itself what to do when the list cannot be read.
  const mentors = await readApi(context, selectedMentors, { query: { id } }).then(
    (reply) => reply.mentors,
    () => null,
  )
  if (mentors === null) return { cards: null, area: null }
  await knownAreas(context)
  const [city, area] = [shared(mentors, 'city'), shared(mentors, 'area')]
  const filter = mentorFilter.parse({})
  return {
    cards: mentors.map((mentor) => cardOf(mentor, filter, city ?? '')),
    area: area ? placeNames.area(area) : city ? placeNames.city(city) : null,
  }
}

/** The area or city all of them live in. */
function shared(mentors: readonly PublicMentor[], part: 'area' | 'city'): string | null {
  const [only, ...others] = new Set(mentors.map((mentor) => mentor.location[part]))
  return only && others.length === 0 ? only : null
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${m.selected_title({ area: loaderData?.area ?? m.selected_your_area() })} - ${m.brand_name()}` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function SelectedMentorsPage({ loaderData: { cards, area } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <main className="page-width">
      <PageHeading title={m.selected_title({ area: area ?? m.selected_your_area() })} />
      {state === 'loading' ? (
        <Loading label={m.selected_loading()} />
      ) : cards === null ? (
        <ErrorState title={m.selected_failed()} text={m.selected_failed_text()} onRetry={() => void revalidate()} />
      ) : cards.length === 0 ? (
        <EmptyState
          drawing="shelf"
          title={m.selected_none()}
          text={m.selected_none_text()}
          action={<ButtonLink to="/mentors">{m.selected_browse()}</ButtonLink>}
        />
      ) : (
        <>
          <h2 className="sr-only">{m.selected_list({ count: cards.length })}</h2>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {cards.map((card, place) => (
              <li key={card.slug} className="grid">
                <MentorCard card={card} eager={place < 3} />
              </li>
            ))}
          </ul>
        </>
      )}
    </main>
  )
}
