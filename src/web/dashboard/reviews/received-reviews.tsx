import { m } from '#messages'
import { formatMonth } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Stars } from '../../ui/rating.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { ReviewText } from './own-review.tsx'
import type { Received } from './reviews.server.ts'

/** The rest is on the mentor's review page. */
const maxShown = 2

/** Latest reviews of the mentor, newest first, with the reply form. */
export function ReceivedReviews({ received, slug }: { received: readonly Received[]; slug: string }) {
  if (received.length === 0) return null
  return (
    <section aria-labelledby="received" className="mt-4">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="received" className="text-section">
          {m.review_received()}
        </h2>
        <LocalLink to={`/mentors/${slug}/reviews`} className="text-link -my-2.5 py-2.5">
          {m.review_see_all()}
        </LocalLink>
      </div>
      <ul className="grid gap-3">
        {received.slice(0, maxShown).map((one) => (
          <li key={one._id} className="card grid gap-2">
            <ReceivedReview one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReceivedReview({ one }: { one: Received }) {
  const { to } = useDialogAddress()
  const { _id, who, stars, words, writtenAt, reply, canReply, isHidden, hiddenReason, isReported } = one
  const link = (address: string, text: string) => (
    <LocalLink to={address} preventScrollReset className="text-link py-2.5">
      {text}
    </LocalLink>
  )
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <b className="max-sm:w-full">{who}</b>
        <Stars value={stars} />
        <span className="text-muted text-small">{formatMonth(writtenAt)}</span>
      </p>
      {words !== '' && <ReviewText>{words}</ReviewText>}
      {reply && (
        <div className="border-line border-s-2 ps-3">
          <p className="font-semibold text-small">{m.review_your_reply()}</p>
          <ReviewText>{reply.words}</ReviewText>
          {reply.isHidden && <p className="text-muted text-small">{m.review_reply_hidden({ reason: hiddenReason })}</p>}
        </div>
      )}
      {isHidden && <p className="text-muted text-small">{m.review_hidden({ reason: hiddenReason })}</p>}
      {!isHidden && (
        <div className="-mt-1 -mb-2.5 flex flex-wrap items-center gap-x-6">
          {canReply && link(to('reply', _id), reply ? m.review_reply_change() : m.review_reply())}
          {isReported ? (
            <span className="py-2.5 text-muted text-small">{m.review_reported()}</span>
          ) : (
            link(to('report', _id), m.review_report())
          )}
        </div>
      )}
    </>
  )
}
