import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, listHref } from './filter-address.ts'
import { type Card, MentorCard } from './mentor-card.tsx'
import { type Part, useMore } from './use-more.tsx'

type Rest = { cards: readonly Card[]; nextCursor: string | null; isFirst: boolean }
/** Loader data that contains a page of the list. */
type Paged = { rest: Rest }
/** Without a `title` the page has a heading with the id `more-mentors`. */
type Props = Paged & { draft: Draft; title?: string | undefined; note?: ReactNode; path?: string }

const maxRemembered = 8
/**
 * Items added to a list, by history entry, so that they are still there on returning from a profile and a new visit
 * starts fresh. Filled in the browser only.
 */
const addedByKey = new Map<string, Part<Card>>()

function remember(key: string, more: Part<Card>) {
  addedByKey.delete(key)
  addedByKey.set(key, more)
  const [oldest] = addedByKey.keys()
  if (addedByKey.size > maxRemembered && oldest !== undefined) addedByKey.delete(oldest)
}

/** The list of mentors with a button that loads more. Use the URL as `key`. */
export function MoreMentors({ rest, draft, title, note, path = '/mentors' }: Props) {
  const id = `${useLocation().key} ${listHref(draft, {}, path)} ${rest.cards[0]?.slug}`
  const partOf = ({ cards, nextCursor }: Rest) => ({
    items: cards,
    next: nextCursor && listHref(draft, { cursor: nextCursor }, path),
  })
  const { items, list, button } = useMore<Card, Paged>({
    first: partOf(rest),
    read: (data) => partOf(data.rest),
    keyOf: ({ slug }) => slug,
    words: { more: m.list_more(), loading: m.list_loading(), shown: (count) => m.list_shown({ count }) },
    added: addedByKey.get(id),
    onAdded: (more) => remember(id, more),
  })
  if (items.length === 0 && rest.nextCursor === null) return null
  return (
    <section aria-labelledby="more-mentors">
      {title && (
        <h2 id="more-mentors" className="text-h3 lg:text-[24px]">
          {title}
        </h2>
      )}
      {note}
      {!rest.isFirst && (
        <LocalLink to={listHref(draft, {}, path)} className="text-link inline-flex min-h-11 items-center">
          {m.list_first_page()}
        </LocalLink>
      )}
      <ul ref={list} className="silver-cards">
        {items.map((card) => (
          <li key={card.slug}>
            <MentorCard card={card} />
          </li>
        ))}
      </ul>
      {button}
    </section>
  )
}
