import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import type { MonthAfterDemo } from '../kit/after-demo.server.ts'
import type { Side } from '../kit/change-actions.tsx'
import type { Reviewed } from './reviews.server.ts'

export const OwnReview = late('own-review', async () => (await import('./own-review.tsx')).OwnReview)
const PromptCards = late('prompt-cards', async () => (await import('./prompt-cards.tsx')).PromptCards)

export const studentName = ({ student }: Pick<Reviewed, 'student'>): string => student ?? m.review_the_student()

/** Whether a booking has any review content to show. */
export const hasReview = ({ canWrite, own, theirs, review }: Reviewed, isPrompted: boolean): boolean =>
  (canWrite && !isPrompted) || review?.reply != null || own !== null || theirs !== null

/** More prompts at once would look like a survey. */
const maxPrompts = 3
/** Prompts for demo outcomes and for reviews. */
export const promptsOf = (
  reviewed: readonly Reviewed[],
): [demos: readonly Reviewed[], classes: readonly Reviewed[]] => [
  reviewed.filter(({ isDemoAsked }) => isDemoAsked).slice(0, maxPrompts),
  reviewed.filter(({ isAsked, isDemoAsked }) => isAsked && !isDemoAsked).slice(0, maxPrompts),
]

export type Props = {
  id?: string
  asks: readonly Reviewed[]
  side: Side
  /** Whether they are items of a list of the page. */
  isListed?: boolean
  /** Monthly offers after the family's demos, by booking id. */
  months?: Readonly<Record<string, MonthAfterDemo>>
}

export const ReviewPrompts = (props: Props) => props.asks.length > 0 && <PromptCards {...props} />
