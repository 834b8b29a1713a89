import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { ReviewFigures } from './review-figures.tsx'
import { ReviewList } from './review-list.tsx'
import type { ReviewsData } from './reviews.server.ts'

type Props = { mentor: { name: string; slug: string; reviewsNone: string | undefined }; reviews: ReviewsData }

/** Reviews at the end of the overview tab. */
export function ProfileReviews({ mentor: { name, slug, reviewsNone }, reviews }: Props) {
  return (
    <section id="reviews" aria-labelledby="reviews-heading">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="reviews-heading" className="text-h3 lg:text-[24px]">
          {m.review_title()}
        </h2>
        {reviews.next && (
          <LocalLink to={`/mentors/${slug}/reviews`} className="text-link inline-flex min-h-11 items-center">
            {m.review_all({ count: reviews.total })} <span className="sr-only">{m.review_all_of({ name })}</span>
          </LocalLink>
        )}
      </div>
      {reviews.total === 0 ? (
        <div className="card">
          <h3 className="text-h3">{m.review_none()}</h3>
          <p className="mt-1 max-w-prose text-muted">{reviewsNone}</p>
        </div>
      ) : (
        <>
          <ReviewFigures reviews={reviews} />
          <p className="mt-3 text-small text-muted">{m.review_who_may()}</p>
          <ReviewList reviews={reviews} />
        </>
      )}
    </section>
  )
}
