import { type MouseEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, listHref } from './filter-address.ts'
import type { ListData } from './list-data.server.ts'
import { CardSkeletons } from './list-states.tsx'
import { MentorCard } from './mentor-card.tsx'

/** The top gold mentors, with a dialog for all; without JavaScript a page with all. */
export function GoldMentors({ gold, draft }: { gold: ListData['gold']; draft: Draft }) {
  const [open, setOpen] = useState(false)
  const fetcher = useFetcher<ListData>()
  if (gold.cards.length === 0) return null
  const all = listHref(draft, { gold: 'all' })
  const view = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
    fetcher.load(localHref(all))
  }
  const cards = fetcher.data?.gold.cards
  return (
    <section aria-labelledby="gold-mentors">
      <div className="flex items-center justify-between gap-3">
        <h2 id="gold-mentors" className="text-h3 lg:text-[24px]">
          {m.list_gold()}
        </h2>
        {gold.hasMore && !gold.all && (
          <LocalLink to={all} onClick={view} className="text-link -my-2 inline-flex min-h-11 items-center gap-1">
            {m.list_view_more({ count: gold.count })}
            <Icon name="chevron-right" size={20} />
          </LocalLink>
        )}
      </div>
      <p className="text-small text-muted">{m.list_gold_note()}</p>
      <ul className={gold.all ? 'silver-cards' : 'gold-cards'}>
        {gold.cards.map((card) => (
          <li key={card.slug}>
            <MentorCard card={card} eager />
          </li>
        ))}
      </ul>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.list_gold_all()} wide>
        {cards ? (
          <ul className="silver-cards">
            {cards.map((card) => (
              <li key={card.slug}>
                <MentorCard card={card} />
              </li>
            ))}
          </ul>
        ) : (
          <CardSkeletons count={4} />
        )}
      </Dialog>
    </section>
  )
}
