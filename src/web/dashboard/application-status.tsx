import type { ApplicationState } from '#contract/mentors/applications.ts'
import { late } from '../ui/late.tsx'
import type { WaitingView } from '../waiting-change.server.ts'

/** How the application stands, what to do about it, and the two forms that change it. */
export const ApplicationStatus = late(
  'application-card',
  async () => (await import('./application-card.tsx')).ApplicationCard,
)

/** What the dashboard shows of the mentor's application. */
export type ShownApplication = Pick<
  ApplicationState,
  'status' | 'rejection' | 'history' | 'documentAsked' | 'ending'
> & {
  /** New values that wait for review. */
  waiting: WaitingView | null
  /** The form holds changes that were not saved. */
  isChanged: boolean
}

/** Whether the mentor has to act on the application, or waits for us. */
export const needsAttention = ({ status, documentAsked, waiting, isChanged, ending }: ShownApplication): boolean =>
  status !== 'verified' || documentAsked || waiting !== null || isChanged || ending.length > 0
