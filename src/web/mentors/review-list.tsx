import { m } from '#messages'
import { Stars } from '../ui/rating.tsx'
import type { ReviewShown, ReviewsData } from './reviews.server.ts'
import { useMore } from './use-more.tsx'

const partOf = ({ shown, next }: ReviewsData) => ({ items: shown, next })

/** Reviews with a button that loads more. */
export function ReviewList({ reviews }: { reviews: ReviewsData }) {
  const { items, list, button } = useMore<ReviewShown, { reviews: ReviewsData }>({
    first: partOf(reviews),
    read: (data) => partOf(data.reviews),
    keyOf: ({ id }) => id,
    words: {
      more: m.review_more(),
      loading: m.review_loading(),
      shown: (count) => m.review_shown({ count }),
    },
  })
  return (
    <>
      <ul ref={list} className="reviews">
        {items.map((review) => (
          <li key={review.id} className="card review">
            {review.words && (
              <p className="ruled" lang={review.language}>
                {review.words}
              </p>
            )}
            <div className="review-by">
              <b>{review.who}</b>
              <span className="text-small text-muted">{review.when}</span>
              <Stars value={review.stars} />
            </div>
            {review.reply && (
              <div className="review-reply">
                <b>{m.review_reply_by_mentor()}</b>
                <p lang={review.reply.language}>{review.reply.words}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
      {button}
    </>
  )
}
