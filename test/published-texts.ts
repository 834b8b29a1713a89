import { autoConfirmHours, freeTimeWindow, lessonNote, pickedTimeConfirmHours } from '#contract/classes/limits.ts'
import { demoMinutes, monthHours } from '#contract/classes/plans.ts'
import { reliabilityRules } from '#contract/mentors/limits.ts'
import { payoutAccountHoldHours, soleAdminWaitHours } from '#contract/money/limits.ts'
import { freshLoginMinutes } from '#contract/people/limits.ts'
import { retentionDays } from '#contract/privacy/retention.ts'
import { reviewLimits } from '#contract/reviews/limits.ts'
import { dueSoonHours, settleDays } from '#contract/support/case-types.ts'
import { responseHours } from '#contract/support/limits.ts'

import { dataPromises, type Kept } from './data-promises.ts'

const replacements = 'src/server/money/replacements/replacements.test.ts'
const changes = 'src/server/classes/changes'
const verification = 'src/server/mentors/verification'
const cases = 'src/server/support/cases'

/** All promises, by the id that ends their line in `content/`. */
export const promisesKept: Record<string, Kept> = {
  ...dataPromises,
  'first-class': {
    test: [replacements, 'ends the guarantee after its hours, when the class is settled, and for any later class'],
    break: ['src/server/classes/bookings/guarantee-rows.ts', 'l.fee_paise > 0 and until.at > now()', 'l.fee_paise > 0'],
  },
  'first-class-limit': {
    test: [replacements, 'refuses a free first class with one mentor after another'],
    break: ['src/contract/classes/limits.ts', 'guaranteeLimit = { times: 3', 'guaranteeLimit = { times: 9'],
  },
  'terms-of-the-day': {
    test: [`${changes}/changes.test.ts`, "follows the terms of its booking, not today's"],
    break: [
      `${changes}/locked-rows.ts`,
      "'lateCancelPercent', b.terms -> 'lateCancelPercent'",
      "'lateCancelPercent', 50",
    ],
  },
  cancellation: {
    test: [
      `${changes}/changes.test.ts`,
      'costs half when late: the mentor gets its share, the rest is credited, and fees add up',
    ],
    break: ['src/contract/classes/limits.ts', 'lateCancelPercent: 50', 'lateCancelPercent: 60'],
  },
  'late-share': {
    test: [
      `${changes}/changes.test.ts`,
      'costs half when late: the mentor gets its share, the rest is credited, and fees add up',
    ],
    break: [
      'src/server/classes/bookings/settlement.ts',
      "await readSetting(tx, 'feeRates', lesson.pricedAt)",
      "{ ...(await readSetting(tx, 'feeRates', lesson.pricedAt)), commission: 10_000 }",
    ],
  },
  'absence-objection': {
    test: [`${changes}/changes.test.ts`, 'of the family charges half, after the family could object'],
    break: [`${changes}/locked-rows.ts`, 'autoConfirmHours})\n    where', '0 * autoConfirmHours})\n    where'],
  },
  'not-scheduled': {
    test: [
      'src/server/money/refunds/refunds.test.ts',
      'refunds a booking not scheduled in time in full, from request to bank reference',
    ],
    break: ['src/server/money/refunds/refunds.ts', 'money.isUnscheduled && !isReplaced', 'false'],
  },
  'other-mentor': {
    test: [replacements, 'offers first mentors free at the weekly times and not dearer, and none that is too far'],
    break: ['src/server/money/replacements/replacements.ts', 'one.isFree ? 0 : 2', 'one.isFree ? 2 : 0'],
  },
  'balance-kept': {
    test: [
      replacements,
      'transfers the balance to another mentor as the minutes it buys there, once, and notifies everyone',
    ],
    break: [
      'src/server/money/replacements/replacements.ts',
      'return minutesBought(sumPaise, { pricePaise: monthlyPaise',
      'return minutesBought(sumPaise / 2, { pricePaise: monthlyPaise',
    ],
  },
  silence: {
    test: [
      'src/server/classes/bookings/bookings.test.ts',
      'settles after 48 hours of silence, splits the fee exactly, completes a demo, and is idempotent',
    ],
    break: ['src/contract/classes/limits.ts', 'autoConfirmHours = 48', 'autoConfirmHours = 72'],
  },
  'disputed-fee': {
    test: [
      'src/server/classes/disputes/disputes.test.ts',
      'holds the fee of a disputed lesson and shows both sides amount and call deadline',
    ],
    break: [
      'src/server/classes/disputes/disputes.ts',
      "{ kind: 'held_in_dispute', amountPaise: -feePaise }",
      "{ kind: 'mentor_payable', ownerId: mentorId, amountPaise: -feePaise }",
    ],
  },
  'refund-route': {
    test: [
      'src/server/money/refunds/refunds.test.ts',
      'refunds a booking not scheduled in time in full, from request to bank reference',
    ],
    break: ['src/server/money/refunds/sending.ts', "refund.status === 'approved')) return null", 'false)) return null'],
  },
  'checks-shown': {
    test: [
      `${verification}/verification.test.ts`,
      'verifies a mentor whose identity, qualification and interview have passed, notifies once and lists it',
    ],
    break: ['src/contract/reference/catalogue.ts', "= ['identity', 'qualification', 'interview']", "= ['identity']"],
  },
  'held-money': {
    test: [
      'src/server/classes/bookings/bookings.test.ts',
      'settles after 48 hours of silence, splits the fee exactly, completes a demo, and is idempotent',
    ],
    break: [
      'src/server/classes/bookings/locked-rows.ts',
      `else l.ends_at <= now() - \${answer} and r.marked_at <= now() - \${answer}`,
      'else true',
    ],
  },
  'code-only': {
    test: ['src/server/people/accounts/accounts.test.ts', 'stores neither codes nor tokens in plain text'],
    break: ['src/server/platform/sessions.ts', "createHash('sha256').update(token).digest()", 'Buffer.from(token)'],
  },
  demo: {
    test: [
      'src/server/money/payments/payments.test.ts',
      'sells one demo per family and mentor, and credits its 99 to the first month',
    ],
    break: [
      'src/server/money/payments/payments.ts',
      'const promotionPaise = demoPaise + creditPaise',
      'const promotionPaise = creditPaise',
    ],
  },
  'shown-amount': {
    test: [
      'src/server/money/payments/renewals.test.ts',
      'names a changed price before payment; of two orders at two prices one renews and the other is refunded',
    ],
    break: ['src/server/money/payments/payments.ts', 'if (paise(input.amount) !== amountPaise)', 'if (false)'],
  },
  timetable: {
    test: [
      'src/server/classes/timetables/timetables.test.ts',
      'previews every date, creates its lessons once, and notifies the family',
    ],
    break: [
      'src/server/classes/timetables/notifications.ts',
      "await notify(tx, { event: 'timetable-set', ...recipient, classAt: [first] })",
      '{ event: recipient }',
    ],
  },
  'closed-balance': {
    test: [
      'src/server/money/refunds/cancellation.test.ts',
      'refunds the unused balance by rule, releases the times and notifies both sides, in one audit entry',
    ],
    break: ['src/contract/classes/plans.ts', 'monthHours = 20', 'monthHours = 19'],
  },
  'case-clock': {
    test: [`${cases}/actions.test.ts`, 'an appeal restarts the deadlines: 24 hours to acknowledge, 15 days to settle'],
    break: ['src/contract/support/case-types.ts', 'settleDays = 15', 'settleDays = 20'],
  },
  'case-number': {
    test: [
      `${cases}/tracking.test.ts`,
      'a visitor follows a case with the code of the SMS and nobody follows it without',
    ],
    break: [`${cases}/routes.ts`, 'number: opened.number, answerBy:', "number: '', answerBy:"],
  },
  'case-escalated': {
    test: [
      `${cases}/actions.test.ts`,
      'an overdue case becomes high priority and notifies its owner once per deadline',
    ],
    break: [`${cases}/escalation.ts`, "set({ priority: 'high', warned: one.stage })", 'set({ warned: one.stage })'],
  },
  'other-admin': {
    test: [
      'src/server/classes/disputes/appeals.test.ts',
      'accepts another admin only, with the displayed amounts and while the appeal is open',
    ],
    break: [`${cases}/guards.ts`, 'if (barred.includes(accountId))', 'if (false)'],
  },
  'report-in-place': {
    test: [
      'src/server/chat/actions.test.ts',
      'a case shows 50 messages before and 20 after; reports are limited per day and to participants',
    ],
    break: ['src/contract/chat/chat-limits.ts', 'before: 50', 'before: 5'],
  },
  office: {
    test: [
      'src/server/settings/settings/settings.test.ts',
      'publishes the company and its officers once an owner names them',
    ],
    break: ['src/server/settings/settings/settings.ts', 'name: of.grievanceName', "name: ''"],
  },
  'rejected-reason': {
    test: [
      `${verification}/verification.test.ts`,
      'rejects with a visible reason and accepts the corrected application',
    ],
    break: [`${verification}/locked-rows.ts`, 'target(move), rejection })', "target(move), rejection: '' })"],
  },
  'own-fee': {
    test: ['src/contract/classes/prices.test.ts', 'prices every plan from the monthly price'],
    break: ['src/contract/classes/plans.ts', 'monthHours = 20', 'monthHours = 19'],
  },
  reliability: {
    test: [
      'src/server/mentors/reliability/reliability.test.ts',
      'counts cancellations, lowers the ranking once and restores it after the period',
    ],
    break: ['src/contract/mentors/limits.ts', 'days: 90,', 'days: 900,'],
  },
  'own-listing': {
    test: [
      'src/server/mentors/search/mentors.test.ts',
      'toggles visibility at once, only for the mentor itself, with an audit row for admins',
    ],
    break: [
      'src/server/mentors/search/queries.ts',
      '::boolean, old.was), updated_at = now()',
      '::boolean and false, old.was), updated_at = now()',
    ],
  },
  'earned-paid': {
    test: [
      'src/server/admin/people/people.test.ts',
      'logs a suspended account out, refuses logins until it is restored, and keeps its bookings',
    ],
    break: ['src/server/platform/sessions.ts', 'isActiveSession} and a.suspended_at is null', 'isActiveSession}'],
  },
}

/** Numbers of `messages/` that stand in the text itself, with the constants they repeat. */
export const numbersInMessages: Record<string, readonly number[]> = {
  attend_by_silence: [autoConfirmHours],
  book_monthly_text: [monthHours],
  cases_clock_acknowledge: [responseHours],
  cases_clock_settle: [settleDays],
  cases_counts: [dueSoonHours],
  cases_only_soon: [dueSoonHours],
  change_absent_family_text: [autoConfirmHours],
  change_absent_mentor_text: [autoConfirmHours],
  change_absent_said: [autoConfirmHours],
  code_today_text: [autoConfirmHours],
  contact_ticket: [responseHours],
  desk_copies_none: [retentionDays.copies * 24],
  dash_coming_week: [7],
  dispute_intro: [responseHours],
  earn_account_rest: [payoutAccountHoldHours],
  apply_modes_text: [monthHours],
  price_demo: [1, demoMinutes],
  price_month: [1, monthHours],
  profile_places_text: [monthHours],
  review_blind_family: [reviewLimits.blindDays],
  rely_late: [reliabilityRules.answerHours],
  settings_kind_classes_family: [autoConfirmHours],
  time_none: [freeTimeWindow.days],
  time_request: [pickedTimeConfirmHours],
}

/** The same for errors and notifications. */
export const numbersInReplies: Record<string, readonly number[]> = {
  'note-closed': [lessonNote.days],
  'payout-wait': [soleAdminWaitHours],
  'fresh-login-needed': [freshLoginMinutes],
  // Of banks.
  'refund-sent': [5, 7],
}
