import { settleDays } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import type { Side } from '../kit/change-actions.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import type { OwnReviews, Reviewed } from './reviews.server.ts'

const ReviewForm = late('review-form', async () => (await import('./review-form.tsx')).ReviewForm)
const ReplyForm = late('reply-form', async () => (await import('./reply-form.tsx')).ReplyForm)
const ReportForm = late('reply-form', async () => (await import('./reply-form.tsx')).ReportForm)

const canReport = ({ reply, isReported }: NonNullable<Reviewed['review']>): boolean =>
  reply !== null && !reply.isHidden && !isReported

/** Review dialogs opened by the URL. Unknown ids open nothing. */
export function ReviewDialogs({ reviews: { reviewed, received }, side }: { reviews: OwnReviews; side: Side }) {
  const { idOf, close } = useDialogAddress()
  const write = reviewed.find(({ booking, canWrite }) => booking === idOf('review') && canWrite)
  const reply = received.find(({ _id, canReply }) => _id === idOf('reply') && canReply)
  const reported =
    side === 'mentor'
      ? received.find(({ _id, isHidden, isReported }) => _id === idOf('report') && !isHidden && !isReported)?._id
      : reviewed.find(({ review }) => review && review._id === idOf('report') && canReport(review))?.review?._id
  return (
    <>
      <AddressDialog
        open={write !== undefined}
        title={write?.review ? m.review_edit() : m.review_write()}
        onClose={close}
      >
        {write && <ReviewForm one={write} side={side} />}
      </AddressDialog>
      <AddressDialog
        open={reply !== undefined}
        title={reply?.reply ? m.review_reply_change() : m.review_reply()}
        onClose={close}
      >
        {reply && <ReplyForm id={reply._id} reply={reply.reply?.words ?? ''} />}
      </AddressDialog>
      <AddressDialog
        open={reported !== undefined}
        title={side === 'mentor' ? m.review_report() : m.review_report_reply()}
        onClose={close}
      >
        {reported && <ReportForm id={reported} help={m.review_report_help({ days: settleDays })} />}
      </AddressDialog>
    </>
  )
}
