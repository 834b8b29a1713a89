import { lifecycle } from '../wire/lifecycle.ts'
import type { RefundStatus } from './limits.ts'

export type OrderStatus = 'created' | 'paid' | 'failed' | 'expired'

export const orderLifecycle = lifecycle<OrderStatus, 'pay' | 'fail' | 'expire'>({
  table: 'payment_order',
  column: 'status',
  starts: ['created'],
  states: {
    created: 'Open at the gateway; it may hold a slot.',
    paid: 'The gateway confirmed the money.',
    failed: 'Every attempt failed and its time is over.',
    expired: 'Nobody paid in time, or another order took its place.',
  },
  moves: {
    pay: {
      to: { created: 'paid', failed: 'paid', expired: 'paid' },
      by: ['gateway'],
      follows: 'A booking is made and the ledger gets the money; what buys nothing is refunded.',
    },
    fail: { to: { created: 'failed' }, by: ['gateway', 'system'], follows: 'Its slot is released.' },
    expire: { to: { created: 'expired' }, by: ['family', 'system'], follows: 'Its slot is released.' },
  },
})

export const refundLifecycle = lifecycle<RefundStatus, 'approve' | 'decline' | 'send' | 'settle' | 'fail'>({
  table: 'refund',
  column: 'status',
  starts: ['requested', 'approved'],
  states: {
    requested: 'The family asked for it.',
    approved: 'Decided, and payable in the ledger; about to go to the gateway.',
    sent: 'The gateway has it.',
    settled: 'The bank returned the money.',
    failed: 'The gateway could not return it; an admin sends another one.',
    declined: 'An admin declined it and gave a reason.',
  },
  moves: {
    approve: { to: { requested: 'approved' }, by: ['admin'], follows: 'The money leaves the booking.' },
    decline: { to: { requested: 'declined' }, by: ['admin'], follows: 'The family reads the reason.' },
    send: { to: { approved: 'sent' }, by: ['system'] },
    settle: { to: { approved: 'settled', sent: 'settled' }, by: ['gateway'], follows: 'The family is notified.' },
    fail: { to: { approved: 'failed', sent: 'failed' }, by: ['gateway'], follows: 'Admins are notified.' },
  },
})

export const payoutBatchLifecycle = lifecycle<'open' | 'paid' | 'undone', 'pay' | 'undo'>({
  table: 'payout_batch',
  column: 'status',
  starts: ['open'],
  states: {
    open: 'Collects what mentors earned up to a day; one at a time.',
    paid: 'The bank paid it, under one reference.',
    undone: 'Given up: its payouts wait for the next batch.',
  },
  moves: {
    pay: { to: { open: 'paid' }, by: ['admin'], follows: 'Each mentor is notified.' },
    undo: { to: { open: 'undone' }, by: ['admin'] },
  },
})

export const payoutLifecycle = lifecycle<'open' | 'paid' | 'left_out' | 'undone', 'pay' | 'leaveOut' | 'undo'>({
  table: 'payout',
  column: 'status',
  starts: ['open'],
  states: {
    open: 'Part of the open batch.',
    paid: 'Paid to the mentor’s account.',
    left_out: 'Not paid with its batch; its earnings are free for the next one.',
    undone: 'Its batch was given up; its earnings are free for the next one.',
  },
  moves: {
    pay: { to: { open: 'paid' }, by: ['admin'] },
    leaveOut: { to: { open: 'left_out' }, by: ['admin', 'system'] },
    undo: { to: { open: 'undone' }, by: ['admin'] },
  },
})
