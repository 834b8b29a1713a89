import { mentorFilter, selectedMentors } from '#contract/mentors/mentors.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { cardOf } from '../mentors/card.server.ts'
import { freeOnCards } from '../mentors/free-times.server.ts'
import { MentorCard } from '../mentors/mentor-card.tsx'
import { knownAreas } from '../mentors/places.server.ts'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { loadViewer } from '../viewer.ts'
import type { Route } from './+types/shortlist-page.ts'
import { loadShortlist, shortlistFullText } from './shortlist.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = await loadShortlist(context, await loadViewer(context))
  const refused = new URL(request.url).searchParams.has('refused') ? shortlistFullText() : null
  if (ids.length === 0) return { cards: [], hidden: 0, refused }
  const [{ mentors }] = await Promise.all([
    readApi(context, selectedMentors, { query: { id: ids.join(',') } }),
    knownAreas(context),
  ])
  const filter = mentorFilter.parse({})
  const free = await freeOnCards(context, mentors)
  const cards = mentors.map((mentor) => cardOf(mentor, filter, '', free(mentor)))
  return { cards, hidden: ids.length - mentors.length, refused }
}

export function meta() {
  return [{ title: `${m.shortlist_title()} | ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

export default function ShortlistPage({ loaderData: { cards, hidden, refused } }: Route.ComponentProps) {
  const { viewer } = useSite()
  const gone = m.shortlist_hidden({ count: hidden })
  return (
    <main className="page-width">
      <PageHeading title={m.shortlist_title()} text={m.shortlist_lead()} />
      <div className="grid gap-4">
        {refused && <Notice tone="bad">{refused}</Notice>}
        {hidden > 0 && cards.length > 0 && <Notice>{gone}</Notice>}
        {cards.length === 0 ? (
          <EmptyState
            drawing="shelf"
            title={hidden > 0 ? gone : m.shortlist_none()}
            text={hidden > 0 ? '' : m.shortlist_none_text()}
            action={<ButtonLink to="/mentors">{m.selected_browse()}</ButtonLink>}
          />
        ) : (
          <>
            <h2 className="sr-only">{m.shortlist_list({ count: cards.length })}</h2>
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {cards.map((card, index) => (
                <li key={card.slug} className="grid">
                  <MentorCard card={card} eager={index < 3} />
                </li>
              ))}
            </ul>
            {!viewer && (
              <p>
                <LocalLink to="/login?next=/shortlist" className="text-link inline-flex min-h-11 items-center">
                  {m.shortlist_login()}
                </LocalLink>
              </p>
            )}
          </>
        )}
      </div>
    </main>
  )
}
