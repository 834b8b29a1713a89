import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Stars } from '../ui/rating.tsx'
import type { ReviewsData } from './reviews.server.ts'

type Figures = Pick<ReviewsData, 'rating' | 'countText'> & {
  bars: readonly (ReviewsData['bars'][number] & { to?: string | undefined })[]
}

/** Average rating, number of families and their distribution by stars; a bar may lead to its reviews. */
export function ReviewFigures({ reviews: { rating, countText, bars } }: { reviews: Figures }) {
  if (rating === null) return null
  return (
    <div className="review-figures">
      <div>
        <p className="amount text-[40px]" aria-hidden="true">
          {rating.toFixed(1)}
        </p>
        <Stars value={Math.round(rating)} label={m.ui_rating({ value: rating.toFixed(1) })} />
        <p className="text-small text-muted">{countText}</p>
      </div>
      <ul>
        {bars.map(({ stars, count, percent, label, to }) => {
          const bar = (
            <>
              <span className="sr-only">{label}</span>
              <span aria-hidden="true">{stars}</span>
              <Icon name="star" size={16} className="fill-current text-star" />
              {/* The CSP forbids style attributes, so the bar is an SVG with a width attribute. */}
              <svg aria-hidden="true">
                <rect width={`${percent}%`} height="100%" rx="4" />
              </svg>
              <span aria-hidden="true">{count}</span>
            </>
          )
          return (
            <li key={stars}>
              {to ? (
                <LocalLink to={to} preventScrollReset>
                  {bar}
                </LocalLink>
              ) : (
                <span>{bar}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
