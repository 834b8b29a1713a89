import { type MouseEvent, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Stars } from '../ui/rating.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { ReviewShown, ReviewsData } from './reviews.server.ts'

/** Reviews, and a button that adds more of them; before scripts it opens the next page of them. */
export function ReviewList({ reviews }: { reviews: ReviewsData }) {
  const [more, setMore] = useState<{ shown: readonly ReviewShown[]; next: string | null }>({
    shown: [],
    next: reviews.next,
  })
  const fetcher = useFetcher<{ reviews: ReviewsData }>()

  useEffect(() => {
    const page = fetcher.data?.reviews
    if (!page) return
    setMore((now) => {
      const known = new Set(now.shown.map(({ id }) => id))
      return { shown: [...now.shown, ...page.shown.filter(({ id }) => !known.has(id))], next: page.next }
    })
  }, [fetcher.data])

  const shown = [...reviews.shown, ...more.shown]
  const { next } = more
  const loading = fetcher.state !== 'idle'
  const add = (event: MouseEvent) => {
    if (!next || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!loading) fetcher.load(localHref(next))
  }
  return (
    <>
      <ul className="reviews">
        {shown.map((review) => (
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
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-4 text-center">
          <ButtonLink
            look="outline"
            to={next}
            onClick={add}
            aria-busy={loading || undefined}
            icon={loading && <Spinner />}
          >
            {loading ? m.review_loading() : m.review_more()}
          </ButtonLink>
        </p>
      )}
      <p role="status" className="sr-only">
        {more.shown.length > 0 && m.review_shown({ count: shown.length })}
      </p>
    </>
  )
}
