import { m } from '#messages'
import { writeChosenMentor } from '../accounts/login-hints.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { CheckStrip } from '../ui/check-strip.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { Photo } from '../ui/photo.tsx'
import { Rating } from '../ui/rating.tsx'
import { fromList } from './filter-address.ts'
import { ShortlistButton } from './shortlist-button.tsx'

/** A check as plain text, because loader data is serialised. */
export type Check = { kind: string; label: string; done: boolean; detail?: string; date?: string }

/** A mentor's card; all texts are composed on the server. */
export type Card = {
  id: string
  slug: string
  /** Profile URL with the place of the search, without language prefix. */
  href: string
  name: string
  photo: string | null
  gold: boolean
  line: string
  experience: string
  rating: number | null
  ratingCount: number
  place: string
  farAway: boolean
  subjects: string
  grades: string
  checks: readonly Check[]
  /** Next free times; undefined when unknown. */
  free?: readonly (readonly [query: string, label: string])[] | undefined
  /** Monthly price in rupees; null when families have to ask. */
  price: number | null
  priceUnit: string
  /** Where the classes for this price are, unless at the family's home or online. */
  mode: string
}

/** Whether a word of a name is wider than its column at full size. */
export const hasLongWord = (name: string) => /\S{14,}/.test(name)

type Props = { card: Card; eager?: boolean }

export function MentorCard({ card, eager = false }: Props) {
  const { id, slug, href, name, gold, price } = card
  const note = () => writeChosenMentor({ _id: id, slug, fullName: name, profilePhoto: card.photo })
  return (
    <article className="card mentor-card" data-gold={gold || undefined}>
      <div className="mentor-card-head">
        <div className="mentor-card-photo">
          <Photo src={card.photo} name={name} width={gold ? 112 : 84} lazy={!eager} />
          {gold && <Badge kind="gold" />}
        </div>
        <div>
          <h3 className={hasLongWord(name) ? 'text-[16px]' : undefined}>
            <LocalLink to={href} state={fromList} prefetch="intent" onClick={note} className="hover:underline">
              {name}
            </LocalLink>
          </h3>
          <p className="text-small text-muted">{card.line}</p>
          <p className="flex text-small">
            <Rating value={card.rating} count={card.ratingCount} />
          </p>
          <p className="flex gap-1 text-small">
            <Icon name="map-pin" size={18} className="mt-px flex-none" />
            {card.place}
          </p>
          {card.farAway && <p className="text-caption text-muted">{m.card_out_of_range()}</p>}
        </div>
      </div>
      <ShortlistButton id={id} name={name} />
      <p className="dotted text-small text-muted">
        <b className="basis-full text-[15px] text-ink">{card.subjects}</b>
        <span>{card.grades}</span>
        <span>{card.experience}</span>
        {card.mode && <span>{card.mode}</span>}
      </p>
      {card.checks.length > 0 && <CheckStrip checks={card.checks} />}
      {card.free && (
        <p className="mentor-card-times">
          <Icon name="clock" size={16} label={m.free_next()} className="flex-none text-muted" />
          {card.free.map(([query, label]) => (
            <LocalLink
              key={query}
              to={`${href}${href.includes('?') ? '&' : '?'}${query}#book`}
              state={fromList}
              onClick={note}
              rel="nofollow"
              className="chip"
            >
              {label}
            </LocalLink>
          ))}
          {card.free.length === 0 && <span className="text-caption text-muted">{m.free_ask()}</span>}
        </p>
      )}
      <div className="mentor-card-foot">
        <p>
          {price === null ? (
            <b className="text-ink">{m.card_ask()}</b>
          ) : (
            <>
              <span className="amount block text-[20px]">{formatRupees(price)}</span>
              <span className="text-caption text-muted">{card.priceUnit}</span>
            </>
          )}
        </p>
        <ButtonLink
          look="outline"
          square
          to={`/chat/${slug}`}
          onClick={note}
          aria-label={m.card_message({ name })}
          icon={<Icon name="message-circle" size={22} />}
        />
        <ButtonLink look={gold ? 'filled' : 'outline'} to={href} state={fromList} prefetch="intent" onClick={note}>
          {m.card_view()}
          <span className="sr-only"> {name}</span>
        </ButtonLink>
      </div>
    </article>
  )
}
