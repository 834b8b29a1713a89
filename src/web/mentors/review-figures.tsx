import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { Stars } from '../ui/rating.tsx'
import type { ReviewsData } from './reviews.server.ts'

/** Average rating, number of families and their distribution by stars. */
export function ReviewFigures({ reviews: { rating, countText, bars } }: { reviews: ReviewsData }) {
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
        {bars.map(({ stars, count, percent, label }) => (
          <li key={stars}>
            <span className="sr-only">{label}</span>
            <span aria-hidden="true">{stars}</span>
            <Icon name="star" size={16} className="fill-current text-star" />
            {/* The CSP forbids style attributes, so the bar is an SVG with a width attribute. */}
            <svg aria-hidden="true">
              <rect width={`${percent}%`} height="100%" rx="4" />
            </svg>
            <span aria-hidden="true">{count}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
