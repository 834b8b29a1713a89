import { type RetentionClock, retentionDays } from '#contract/privacy/retention.ts'
import { m } from '#messages'
import { wholeDays } from './whole-times.ts'

const texts: Record<RetentionClock, (input: { time: string }) => string> = {
  codes: m.retention_codes,
  addresses: m.retention_addresses,
  replies: m.retention_replies,
  sessions: m.retention_sessions,
  devices: m.retention_devices,
  notifications: m.retention_notifications,
  messages: m.retention_messages,
  visitors: m.retention_visitors,
  evidence: m.retention_evidence,
  documents: m.retention_documents,
  cvs: m.retention_cvs,
  copies: m.retention_copies,
}

/** How long each kind of data is kept, from when and why; owners set the days of documents. */
export const retentionTexts = (documentDays: number = retentionDays.documents) =>
  (Object.keys(texts) as RetentionClock[]).map((clock) => ({
    clock: clock as string,
    text: texts[clock]({ time: wholeDays(clock === 'documents' ? documentDays : retentionDays[clock]) }),
  }))
