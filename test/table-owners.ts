/**
 * Which part, or domain whose parts share it, may write each table. Other parts call the owner inside the same
 * transaction.
 */
export const tableOwners: Readonly<Record<string, string>> = {
  audit: 'platform',
  file_key: 'platform',
  idempotency: 'platform',
  migration: 'platform',
  provider_hour: 'platform',
  secret_key: 'platform',
  security_hour: 'platform',
  sandbox_order: 'providers/payments',
  sandbox_payment: 'providers/payments',
  sandbox_settlement: 'providers/payments',
  sandbox_vendor: 'providers/payments',
  sandbox_vendor_entry: 'providers/payments',
  journal: 'ledger',
  ledger_account: 'ledger',
  ledger_entry: 'ledger',
  setting: 'settings',
  message_off: 'notifications',
  news: 'notifications',
  outbox: 'notifications',
  catalogue_entry: 'reference/catalogue',
  media: 'reference/media',
  used_link: 'reference/media',
  account: 'people',
  consent: 'people',
  admin_user: 'people',
  family: 'people',
  known_device: 'people',
  learner: 'people',
  otp_challenge: 'people',
  passkey: 'people',
  passkey_challenge: 'people',
  phone_change: 'people',
  recovery_code: 'people',
  session: 'people',
  calendar_feed: 'people',
  application: 'mentors/applications',
  bulk_edit: 'mentors/listings',
  bulk_edit_row: 'mentors/listings',
  mentor: 'mentors',
  mentor_card: 'mentors/search',
  mentor_certificate: 'mentors',
  mentor_change: 'mentors/applications',
  mentor_check: 'mentors',
  mentor_e_kyc: 'mentors/verification',
  mentor_event: 'mentors',
  mentor_link: 'mentors/listings',
  mentor_mode: 'mentors/applications',
  mentor_offer: 'mentors/applications',
  mentor_search: 'mentors/search',
  mentor_tax: 'mentors/taxes',
  mentor_standing: 'mentors/reliability',
  search_count: 'mentors/search',
  search_entry: 'mentors/search',
  search_lane: 'mentors/search',
  search_state: 'mentors/search',
  search_word: 'mentors/search',
  shortlist: 'mentors/shortlist',
  tax_entry: 'mentors/taxes',
  tax_return: 'mentors/taxes',
  tax_year: 'mentors/taxes',
  call_request: 'support/calls',
  case_event: 'support/cases',
  evidence_copy: 'support/cases',
  police_report: 'support/cases',
  support_case: 'support/cases',
  lesson: 'classes/lessons',
  compensation: 'classes/lessons',
  lesson_credit: 'classes/lessons',
  teaching_slot: 'classes/lessons',
  time_proposal: 'classes/lessons',
  booking: 'classes/bookings',
  booking_correction: 'classes/bookings',
  adult_at_home: 'classes/bookings',
  class_record: 'classes/bookings',
  guarantee: 'classes/bookings',
  timetable: 'classes/timetables',
  availability: 'classes/availability',
  mentor_leave: 'classes/availability',
  other_hours: 'classes/availability',
  weekly_hours: 'classes/availability',
  lesson_change: 'classes/changes',
  dispute: 'classes/disputes',
  payment: 'money/orders',
  payment_order: 'money/orders',
  payment_event: 'money/payments',
  commission_invoice: 'money/invoices',
  commission_invoice_series: 'money/invoices',
  receipt: 'money/receipts',
  receipt_series: 'money/receipts',
  refund: 'money/refunds',
  credit_return: 'money/refunds',
  refund_event: 'money/refunds',
  payout: 'money/payouts',
  payee: 'money/transfers',
  transfer: 'money/transfers',
  payout_account: 'money/payouts',
  payout_batch: 'money/payouts',
  payout_entry: 'money/payouts',
  gateway_check: 'money/reconciliation',
  gateway_discrepancy: 'money/reconciliation',
  gateway_settlement: 'money/reconciliation',
  owner_equity: 'money/reconciliation',
  month_closing: 'money/closing',
  demo_outcome: 'reviews',
  family_review: 'reviews',
  review: 'reviews',
  review_report: 'reviews',
  chat_report: 'chat',
  conversation: 'chat',
  message: 'chat',
  presence: 'chat',
  erasure: 'privacy',
  breach: 'privacy',
  breach_person: 'privacy',
  data_copy: 'privacy',
  nominee: 'privacy',
  retention_run: 'privacy',
  figure_again: 'admin/overview',
  figure_day: 'admin/overview',
  figures_counted: 'admin/overview',
  place: 'admin/places',
}

/** Files allowed to write other owners' tables, and why. */
export const guests: Readonly<Record<string, string>> = {
  'src/server/people/accounts/phone-change-rows.ts':
    'rows follow an account to its new number, or to the account it becomes part of',
  'src/server/platform/sessions.ts': 'sessions are the platform’s; people end them',
  'src/server/providers/codes/codes.ts': 'the stand-in shows its codes at /dev/outbox',
  'src/server/providers/mail/mail.ts': 'the stand-in keeps what it would have sent at /dev/outbox',
}

/** One statement in a source text that writes a table. */
export type Write = { table: string; line: number }

/** Tables that a source text writes, in SQL or through the query builder. */
export function writesIn(text: string): Write[] {
  const pattern =
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_]+)(?=[\s(])|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)/g
  return [...text.matchAll(pattern)].flatMap(({ 1: plain, 2: built, index }) => {
    const table = plain ?? built ?? ''
    return table in tableOwners ? [{ table, line: text.slice(0, index).split('\n').length }] : []
  })
}

/** Why a file may not write a table, or null when it may. */
export function writeRefusal(file: string, { table, line }: Write): string | null {
  const owner = tableOwners[table] ?? ''
  const isOwn = file.startsWith(`src/server/${owner}/`)
  // The demo has its own loader.
  if (isOwn || file.startsWith('src/server/demo/') || file in guests) return null
  return `${file}:${line} writes ${table}: call a function of ${owner} in the same transaction instead.`
}
