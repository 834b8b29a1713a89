import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, listHref } from './filter-address.ts'
import type { ListData } from './list-data.server.ts'
import { MentorCard } from './mentor-card.tsx'

export const onlinePart = 'online-mentors'

/** Online mentors outside the place, below its list. */
export function OnlineMentors({ online, draft }: { online: ListData['online']; draft: Draft }) {
  if (online.cards.length === 0) return null
  return (
    <section aria-labelledby={onlinePart}>
      <div className="flex items-center justify-between gap-3">
        <h2 id={onlinePart} className="text-h3 lg:text-[24px]">
          {m.list_online_mentors_count({ count: online.count })}
        </h2>
        <LocalLink
          to={listHref({ ...draft, mode: ['online'] })}
          className="text-link inline-flex min-h-11 items-center"
        >
          {m.list_online_all()}
        </LocalLink>
      </div>
      <p className="text-small text-muted">{m.list_online_note()}</p>
      <ul className="silver-cards">
        {online.cards.map((card) => (
          <li key={card.slug}>
            <MentorCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}
