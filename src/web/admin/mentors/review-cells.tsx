import { Form, useNavigation } from 'react-router'
import type { AdminReview } from '#contract/reviews/review-moderation.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Stars } from '../../ui/rating.tsx'
import type { Column } from '../kit/column.ts'
import { fullTime } from '../kit/full-time.ts'
import { LinkCell } from '../kit/link-cell.tsx'
import { TwoLineCell } from '../kit/session-cells.tsx'

type About = 'review' | 'reply'
/** `refused`: the reason of a refused decision, to submit again. */
type Props = { review: AdminReview; canDecide: boolean; refused: { about: About; reason: string } | null }

export const reviewColumns = (): readonly Column<AdminReview>[] => [
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    isWide: true,
    cell: ({ mentor }) => <LinkCell to={`/admin/mentors/${mentor._id}`} name={mentor.fullName} />,
  },
  {
    key: 'family',
    label: m.admin_refund_family(),
    isMinor: true,
    cell: ({ familyName, order }) => (
      <TwoLineCell
        first={familyName ?? (order ? m.admin_refund_nameless() : m.admin_review_invented())}
        second={order}
      />
    ),
  },
  {
    key: 'words',
    label: m.admin_review_words(),
    isText: true,
    cell: ({ words }) => (
      <span className={words ? 'list-lines' : 'text-muted'}>{words || m.admin_review_no_words()}</span>
    ),
  },
  { key: 'date', label: m.admin_review_written(), sort: 'date', cell: ({ writtenAt }) => fullTime(writtenAt) },
  { key: 'stars', label: m.admin_review_stars(), sort: 'stars', cell: ({ stars }) => <Stars value={stars} /> },
  {
    key: 'state',
    label: m.admin_col_status(),
    sort: 'due',
    cell: (one) => <Badge kind={badgeOf(one)}>{stateOf(one)}</Badge>,
  },
]

/** Reply to a review, and reports about either. */
export function ReviewDetail({ review, canDecide, refused }: Props) {
  const { _id, reply, reports, isHidden, hiddenReason } = review
  const isOpen = (about: About) => reports.some((report) => report.about === about && report.isOpen)
  const decide = (about: About, hidden: boolean) =>
    canDecide && (
      <Decide
        id={_id}
        about={about}
        isHidden={hidden}
        isReported={isOpen(about)}
        initialReason={refused?.about === about ? refused.reason : null}
      />
    )
  return (
    <div className="grid max-w-[900px] gap-3 pb-3">
      {hiddenReason !== '' && <p className="text-small wrap-anywhere">{m.review_hidden({ reason: hiddenReason })}</p>}
      {reports.map((report) => (
        <p key={report.number} className="text-small wrap-anywhere">
          <b>
            {report.number},{' '}
            {report.about === 'review' ? m.admin_review_report_review() : m.admin_review_report_reply()}
          </b>{' '}
          {report.words}
        </p>
      ))}
      {decide('review', isHidden)}
      {reply && (
        <div className="grid gap-2 border-line border-t pt-3">
          <p className="font-semibold">{m.review_reply_by_mentor()}</p>
          <p className="wrap-anywhere">{reply.words}</p>
          {decide('reply', reply.isHidden)}
        </div>
      )}
    </div>
  )
}

const badgeOf = ({ isHidden, reports, publishedAt }: AdminReview): BadgeKind => {
  if (isHidden) return 'cancelled'
  if (reports.some((report) => report.isOpen)) return 'pending'
  return publishedAt ? 'paid' : 'awaiting'
}

const stateOf = ({ isHidden, reports, publishedAt }: AdminReview): string => {
  if (isHidden) return m.admin_review_hidden()
  if (reports.some((report) => report.isOpen)) return m.admin_review_reported()
  return publishedAt ? m.admin_review_shown() : m.admin_review_waiting()
}

type DecideProps = { id: string; about: About; isHidden: boolean; isReported: boolean; initialReason: string | null }

function Decide({ id, about, isHidden, isReported, initialReason }: DecideProps) {
  const { formData } = useNavigation()
  const isSending = (decision: string) =>
    formData?.get('id') === id && formData.get('about') === about && formData.get('decision') === decision
  const hidden = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="about" value={about} />
      <input type="hidden" name="seen" value={isHidden ? 'hidden' : isReported ? 'reported' : 'shown'} />
    </>
  )
  return (
    <div className="grid gap-3">
      {(isHidden || isReported) && (
        <Form method="post">
          {hidden}
          <Button type="submit" name="decision" value="show" look="outline" loading={isSending('show')}>
            {isHidden ? m.admin_review_show() : m.admin_review_keep()}
          </Button>
        </Form>
      )}
      {!isHidden && (
        <details className="admin-check" open={initialReason !== null}>
          <summary>{about === 'review' ? m.admin_review_hide() : m.admin_review_hide_reply()}</summary>
          <Form method="post" className="grid gap-4 p-4">
            {hidden}
            <TextArea
              label={m.admin_review_reason()}
              name="reason"
              rows={2}
              maxLength={600}
              required
              defaultValue={initialReason ?? ''}
            />
            <Button
              type="submit"
              name="decision"
              value="hide"
              look="danger"
              loading={isSending('hide')}
              className="justify-self-start"
            >
              {about === 'review' ? m.admin_review_hide() : m.admin_review_hide_reply()}
            </Button>
          </Form>
        </details>
      )}
    </div>
  )
}
