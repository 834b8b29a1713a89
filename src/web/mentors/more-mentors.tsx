import { type MouseEvent, useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Draft, listHref } from './filter-address.ts'
import { type Card, MentorCard } from './mentor-card.tsx'

type Loaded = { cards: readonly Card[]; nextCursor: string | null }
/** What the page's loader answers, on this page of it and on the next. */
type Paged = { rest: Loaded & { isFirst: boolean } }
type Props = Paged & { draft: Draft; title: string; path?: string }

const placesMost = 8
/**
 * What was added to a list stays when the reader comes back from a profile: by the place in the browser's history, so
 * that a new visit begins anew. Filled in the browser only.
 */
const added = new Map<string, Loaded>()

function remember(place: string, more: Loaded) {
  added.delete(place)
  added.set(place, more)
  const [oldest] = added.keys()
  if (added.size > placesMost && oldest !== undefined) added.delete(oldest)
}

/** The rest of the mentors. "Show more" adds to the list; before scripts it opens the next page. Give the address as `key`. */
export function MoreMentors({ rest, draft, title, path = '/mentors' }: Props) {
  const id = `${useLocation().key} ${listHref(draft, {}, path)} ${rest.cards[0]?.slug}`
  const [more, setMore] = useState<Loaded>(() => added.get(id) ?? { cards: [], nextCursor: rest.nextCursor })
  const fetcher = useFetcher<Paged>()

  useEffect(() => {
    const page = fetcher.data?.rest
    if (!page) return
    setMore((now) => {
      const known = new Set(now.cards.map(({ slug }) => slug))
      const next = {
        cards: [...now.cards, ...page.cards.filter(({ slug }) => !known.has(slug))],
        nextCursor: page.nextCursor,
      }
      remember(id, next)
      return next
    })
  }, [fetcher.data, id])

  const cards = [...rest.cards, ...more.cards]
  const next = more.nextCursor && listHref(draft, { cursor: more.nextCursor }, path)
  const loading = fetcher.state !== 'idle'
  const add = (event: MouseEvent) => {
    if (!next || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!loading) fetcher.load(localHref(next))
  }
  if (cards.length === 0 && !next) return null
  return (
    <section aria-labelledby="more-mentors">
      <h2 id="more-mentors" className="text-h3 lg:text-[24px]">
        {title}
      </h2>
      {!rest.isFirst && (
        <LocalLink to={listHref(draft, {}, path)} className="text-link inline-flex min-h-11 items-center">
          {m.list_first_page()}
        </LocalLink>
      )}
      <ul className="silver-cards">
        {cards.map((card) => (
          <li key={card.slug}>
            <MentorCard card={card} />
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-6 text-center">
          <ButtonLink
            look="outline"
            to={next}
            onClick={add}
            aria-busy={loading || undefined}
            icon={loading && <Spinner />}
          >
            {loading ? m.list_loading() : m.list_more()}
          </ButtonLink>
        </p>
      )}
      <p role="status" className="sr-only">
        {more.cards.length > 0 && m.list_shown({ count: cards.length })}
      </p>
    </section>
  )
}
