import { lifecycle } from '../wire/lifecycle.ts'
import type { AccountStatus, RefundStatus, TransferStatus } from './limits.ts'

export type OrderStatus = 'created' | 'paid' | 'failed' | 'expired'

export const orderLifecycle = lifecycle<OrderStatus, 'pay' | 'fail' | 'expire'>({
  table: 'payment_order',
  column: 'status',
  starts: ['created'],
  states: {
    created: 'Open at the gateway; it may hold a slot.',
    paid: 'The gateway confirmed the payment.',
    failed: 'Every attempt failed before it expired, or less was paid than it costs.',
    expired: 'Not paid in time, or replaced by another order.',
  },
  moves: {
    pay: {
      to: { created: 'paid', failed: 'paid', expired: 'paid' },
      by: ['gateway'],
      follows: 'A booking is made and the payment is recorded in the ledger; a payment without a booking is refunded.',
    },
    fail: {
      to: { created: 'failed' },
      by: ['gateway', 'system'],
      follows: 'Its slot is released; a payment below its price is refunded and the family is notified.',
    },
    expire: { to: { created: 'expired' }, by: ['family', 'system'], follows: 'Its slot is released.' },
  },
})

export const refundLifecycle = lifecycle<RefundStatus, 'approve' | 'decline' | 'send' | 'settle' | 'fail'>({
  table: 'refund',
  column: 'status',
  starts: ['requested', 'approved'],
  states: {
    requested: 'Requested by the family.',
    approved: 'Approved and payable in the ledger; queued for the gateway.',
    sent: 'Accepted by the gateway.',
    settled: 'The bank returned the money.',
    failed: 'The gateway could not return the money; an admin can retry it.',
    declined: 'Declined by an admin with a reason.',
  },
  moves: {
    approve: { to: { requested: 'approved' }, by: ['admin'], follows: 'The amount leaves the booking.' },
    decline: { to: { requested: 'declined' }, by: ['admin'], follows: 'The family sees the reason.' },
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
    open: 'Collects mentors’ earnings up to a day; only one batch is open at a time.',
    paid: 'Paid by the bank under one reference.',
    undone: 'Undone: its earnings are free for the next batch.',
  },
  moves: {
    pay: { to: { open: 'paid' }, by: ['admin'], follows: 'Each mentor is notified.' },
    undo: { to: { open: 'undone' }, by: ['admin'] },
  },
})

export const payoutLifecycle = lifecycle<'open' | 'paid' | 'left_out' | 'undone', 'pay' | 'skip' | 'undo'>({
  table: 'payout',
  column: 'status',
  starts: ['open'],
  states: {
    open: 'Part of the open batch.',
    paid: 'Paid to the mentor’s account.',
    left_out: 'Skipped in its batch; its earnings are free for the next one.',
    undone: 'Its batch was undone; its earnings are free for the next one.',
  },
  moves: {
    pay: { to: { open: 'paid' }, by: ['admin'] },
    skip: { to: { open: 'left_out' }, by: ['admin', 'system'] },
    undo: { to: { open: 'undone' }, by: ['admin'] },
  },
})

export const payoutAccountLifecycle = lifecycle<
  AccountStatus,
  'prove' | 'question' | 'doubt' | 'reject' | 'accept' | 'refuse'
>({
  table: 'payout_account',
  column: 'status',
  starts: ['waiting', 'proven', 'look', 'refused'],
  states: {
    waiting: 'The bank has not answered yet; nothing is paid to it.',
    proven: 'The bank knows it under the mentor’s name; payouts may go to it.',
    look: 'It exists, and its name is not clearly the mentor’s: an admin has to look.',
    refused: 'The bank does not take money for it, or it is somebody else’s; the mentor has to enter another.',
  },
  moves: {
    prove: { to: { waiting: 'proven' }, by: ['system'] },
    question: { to: { waiting: 'look' }, by: ['system'], follows: 'It is listed on the page of payouts.' },
    doubt: { to: { proven: 'look' }, by: ['system'], follows: 'The mentor’s name changed: it is listed there again.' },
    reject: { to: { waiting: 'refused' }, by: ['system'], follows: 'The mentor is notified with the reason.' },
    accept: { to: { look: 'proven' }, by: ['admin'] },
    refuse: { to: { look: 'refused' }, by: ['admin'], follows: 'The mentor is notified with the reason.' },
  },
})

export const transferLifecycle = lifecycle<TransferStatus, 'send' | 'settle' | 'fail'>({
  table: 'transfer',
  column: 'status',
  starts: ['due'],
  states: {
    due: 'Released from the hold in the ledger; the gateway has not confirmed it.',
    sent: 'The gateway is paying it to the mentor’s bank.',
    settled: 'With the mentor’s bank, or for a return with our balance at the gateway.',
    failed: 'The gateway or the bank refused it: the money is held again and tried again a day later.',
  },
  moves: {
    send: { to: { due: 'sent' }, by: ['system'] },
    settle: { to: { due: 'settled', sent: 'settled' }, by: ['gateway', 'system'] },
    fail: {
      to: { due: 'failed', sent: 'failed', settled: 'failed' },
      by: ['gateway'],
      follows: 'The lesson is owed to the mentor again.',
    },
  },
})
