/** One plausible mistake each: a file, a piece of its code, and what stands there instead. */
export type Bug = readonly [file: string, from: string, to: string]

const money = 'src/server/money'
const classes = 'src/server/classes'

/** Written down before the oracles were, so that they were not made for them. */
export const bugs: Record<string, Bug> = {
  'commission is rounded down': [
    'src/contract/classes/prices.ts',
    'const commission = part(feePaise, rates.commission)',
    'const commission = Math.floor((feePaise * rates.commission) / 10_000)',
  ],
  'a class is confirmed after 24 hours': [
    'src/contract/classes/limits.ts',
    'export const autoConfirmHours = 48',
    'export const autoConfirmHours = 24',
  ],
  'a repeated notice pays again': [
    `${money}/payments/payments.ts`,
    "const wasPaid = order.status === 'paid'",
    'const wasPaid = false',
  ],
  'a second payment is kept': [
    `${money}/payments/payments.ts`,
    'if (wasPaid || enough.length > 1 || short.length > 0) await',
    'if (wasPaid && enough.length > 2) await',
  ],
  'unpaid orders stay open': [
    `${money}/payments/payments.ts`,
    '(!order.overdue || isPending)',
    '(order.overdue || isPending)',
  ],
  'a moved class keeps its old time': [
    `${classes}/lessons/plan-rows.ts`,
    '  await releaseEmptySlots(tx, [slotId])\n}\n\n/** Assigns',
    '  await releaseEmptySlots(tx, [slotId].slice(1))\n}\n\n/** Assigns',
  ],
  'hours of free cancellation in a wrong unit': [
    `${classes}/changes/outcome.ts`,
    'terms.cancelFreeHours * 3_600_000',
    'terms.cancelFreeHours * 360_000',
  ],
  'the wrong side pays for an absence': [
    `${classes}/changes/changes.ts`,
    "await applyOutcome(tx, lesson, report.causedBy, 'no-show', report)",
    "await applyOutcome(tx, lesson, otherSide[report.causedBy], 'no-show', report)",
  ],
  'what a late mentor owes is not collected': [
    `${classes}/bookings/settlement.ts`,
    'if (owes) await collectCompensation',
    'if (!owes) await collectCompensation',
  ],
  'a refund pays out credit': [
    `${money}/refunds/refundable.ts`,
    'isSpent ? 0 : Math.min(unpaidPaise, order.creditPaise)',
    'isSpent ? 0 : Math.min(0, order.creditPaise)',
  ],
  'a payout takes later earnings': [
    `${money}/payouts/owed-entries.ts`,
    `at time zone 'Asia/Kolkata')::date <= \${until}::date)\``,
    `at time zone 'Asia/Kolkata')::date <= \${until}::date + 1)\``,
  ],
  'the evening message is about today': [
    `${classes}/bookings/tomorrow.ts`,
    'const date = dateInIndia(plusMinutes(now, 24 * 60))',
    'const date = dateInIndia(now)',
  ],
  'weekly classes are a day off': [`${classes}/timetables/dates.ts`, '.getUTCDay() || 7', '.getUTCDay() + 1'],
  'reviews wait for ten weeks': [
    'src/server/reviews/writing-rows.ts',
    `make_interval(days => \${reviewLimits.blindDays})`,
    `make_interval(weeks => \${reviewLimits.blindDays})`,
  ],
  'erasing leaves names of learners': [
    'src/server/people/profiles/personal.ts',
    'name: null,\n      grade: null,',
    'grade: null,',
  ],
  'a demo unmasks the chat': ['src/server/chat/queries.ts', "and b.plan <> 'demo'\n", '\n'],
  'a mentor reads full names': [
    `${classes}/bookings/booking-for.ts`,
    'name: parent.name && firstName(parent.name)',
    'name: parent.name',
  ],
  'a refund is told at every look': [
    `${money}/refunds/notifications.ts`,
    'onceKey: refund.id',
    `onceKey: \`\${refund.id}:\${Math.random()}\``,
  ],
  'requests for a time never lapse': [
    `${money}/payments/picked-rows.ts`,
    ".where('confirm_by', '<=', sql<Date>`now()`)",
    ".where('confirm_by', '>=', sql<Date>`now() + interval '1 month'`)",
  ],
  'months of invoices end in London': [
    `${money}/invoices/rows.ts`,
    "date_trunc('month', e.at at time zone 'Asia/Kolkata')::date as month",
    "date_trunc('month', e.at)::date as month",
  ],
  'the demo is deducted again': [
    `${money}/payments/completion.ts`,
    'return (await rows.pastDemo(tx, order)).creditOpen',
    'return true',
  ],
  'tax on gateway fees is left out': [
    `${money}/reconciliation/settlements.ts`,
    'const total = one.amountPaise + one.feePaise + one.taxPaise',
    'const total = one.amountPaise + one.feePaise',
  ],
  'less than the price buys': [`${money}/payments/payments.ts`, 'amountPaise < order.amountPaise', 'amountPaise < 0'],
  'a repeated message is stored twice': [
    'src/server/chat/message-rows.ts',
    `select \${conversationId}, last_seq, \${side}, \${clientId}, \${text},`,
    `select \${conversationId}, last_seq, \${side}, gen_random_uuid(), \${text},`,
  ],
  'a replaced booking keeps its balance': [
    `${classes}/bookings/replacement.ts`,
    'await addRefunded(tx, from.bookingId, from.balancePaise, null)',
    'await addRefunded(tx, from.bookingId, 0, null)',
  ],
  'a decision pays the other side': [
    `${classes}/disputes/disputes.ts`,
    'Math.round((dispute.amountPaise * share) / 100)',
    'Math.round((dispute.amountPaise * (100 - share)) / 100)',
  ],
  'a late cancellation owes all minutes': [
    `${classes}/changes/outcome.ts`,
    'creditMinutes: lesson.minutes - feeMinutes',
    'creditMinutes: lesson.minutes',
  ],
  'suspended mentors go on teaching': [
    `${classes}/bookings/attendance.ts`,
    "if (lesson.isSuspended && viewer.userType !== 'admin') throw",
    "if (lesson.isSuspended && viewer.userType === 'admin') throw",
  ],
  'identity documents are kept': [
    'src/server/mentors/verification/due-rows.ts',
    'm.document is not null and m.document is distinct from m.deleted_document and',
    'm.document is null and m.document is distinct from m.deleted_document and',
  ],
}
