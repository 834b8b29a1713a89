import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { formatDateTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Stars } from '../../ui/rating.tsx'
import type { Side } from '../kit/change-actions.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { changeKey } from '../kit/use-change-result.ts'
import { studentName } from './review-prompts.tsx'
import type { Reviewed } from './reviews.server.ts'

/** `isPrompted`: the page asks for the review elsewhere. */
type One = { one: Reviewed; side: Side; isPrompted: boolean }

const hasDevanagari = (words: string) => /[\u0900-\u097f]/.test(words)

/** User text with its own language, whatever the page's language is. */
export function ReviewText({ children }: { children: string }) {
  return (
    <p className="wrap-anywhere" lang={hasDevanagari(children) ? 'hi' : 'en'}>
      {children}
    </p>
  )
}

/** Both sides' reviews of a booking, as far as this side may see them. */
export function OwnReview({ one, side, isPrompted }: One) {
  const { to } = useDialogAddress()
  const { booking, own, theirs, canWrite, publishesAt, review } = one
  const isFamily = side === 'family'
  const name = isFamily ? one.mentor.fullName : studentName(one)
  const link = (address: string, icon: 'flag' | 'star', words: string) => (
    <LocalLink to={address} preventScrollReset className="text-link inline-flex min-h-12 items-center gap-1.5">
      <Icon name={icon} size={16} />
      {words}
    </LocalLink>
  )
  return (
    <div className="grid gap-4">
      {own && (
        <ReviewPart title={isFamily ? m.review_yours() : m.review_your_word()} stars={own.stars} words={own.words}>
          {publishesAt && (
            <p className="text-muted text-small">
              {isFamily
                ? m.review_waits_family({ name, when: formatDateTime(publishesAt) })
                : m.review_waits_mentor({ when: formatDateTime(publishesAt) })}
            </p>
          )}
          {isFamily && own.words !== '' && <QuoteConsent one={one} />}
          {isFamily && review?.isHidden && (
            <p className="text-muted text-small">{m.review_hidden({ reason: review.hiddenReason })}</p>
          )}
        </ReviewPart>
      )}
      {isFamily && review?.reply && (
        <ReviewPart title={m.review_reply_of({ name })} stars={null} words={review.reply.words}>
          {review.reply.isHidden ? (
            <p className="text-muted text-small">{m.review_reply_hidden({ reason: review.hiddenReason })}</p>
          ) : review.isReported ? (
            <p className="text-muted text-small">{m.review_reported()}</p>
          ) : (
            link(to('report', review._id), 'flag', m.review_report_reply())
          )}
        </ReviewPart>
      )}
      {theirs && (
        <ReviewPart
          title={isFamily ? m.review_word_of({ name }) : m.review_of_family({ name })}
          stars={theirs.stars}
          words={theirs.words}
        >
          {isFamily && <p className="text-muted text-small">{m.review_only_you()}</p>}
        </ReviewPart>
      )}
      {canWrite && !isPrompted && link(to('review', booking), 'star', own ? m.review_change() : m.review_write())}
    </div>
  )
}

/** Consent to be quoted, which the family can withdraw at any time. */
function QuoteConsent({ one: { booking, mayBeQuoted } }: { one: Reviewed }) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  return (
    <DashboardForm fetcher={fetcher} intent="quoting" of={booking} className="text-small">
      <input type="hidden" name="agreed" value={mayBeQuoted ? '0' : '1'} />
      <p className="text-muted">{mayBeQuoted ? m.review_quoted() : m.review_not_quoted()}</p>
      <button type="submit" className="text-link py-2.5">
        {mayBeQuoted ? m.review_quoting_end() : m.review_quoting_allow()}
      </button>
    </DashboardForm>
  )
}

type PartProps = { title: string; stars: number | null; words: string; children?: ReactNode }

function ReviewPart({ title, stars, words, children }: PartProps) {
  if (stars === null && words === '') return null
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3">
        <b>{title}</b>
        {stars !== null && <Stars value={stars} />}
      </p>
      {words !== '' && <ReviewText>{words}</ReviewText>}
      {children}
    </div>
  )
}
