import { lifecycle } from '../wire/lifecycle.ts'
import type { CallStatus } from './limits.ts'

export const callLifecycle = lifecycle<CallStatus, 'assign' | 'connect' | 'giveUp' | 'close' | 'undo'>({
  table: 'call_request',
  column: 'status',
  starts: ['new'],
  states: {
    new: 'Requested and not assigned.',
    assigned: 'An admin handles it.',
    connected: 'Caller and mentor spoke, or the question was answered.',
    unreachable: 'The caller could not be reached.',
    closed: 'Ended without a call.',
  },
  moves: {
    assign: { to: { new: 'assigned' }, by: ['admin'] },
    connect: { to: { new: 'connected', assigned: 'connected' }, by: ['admin'], follows: 'The caller is notified.' },
    giveUp: { to: { new: 'unreachable', assigned: 'unreachable' }, by: ['admin'], follows: 'The caller is notified.' },
    close: { to: { new: 'closed', assigned: 'closed' }, by: ['admin'], follows: 'The caller is notified.' },
    undo: {
      to: { connected: 'assigned', unreachable: 'assigned', closed: 'assigned' },
      by: ['admin'],
      follows: 'Within 15 seconds only; the caller is not notified.',
    },
  },
})

export const caseLifecycle = lifecycle<'open' | 'under_review' | 'resolved', 'take' | 'resolve' | 'reopen'>({
  table: 'support_case',
  column: 'status',
  starts: ['open'],
  states: {
    open: 'Not assigned; an answer is due within 24 hours.',
    under_review: 'Assigned to an admin; due within 15 days.',
    resolved: 'Decided, with a reason the reporter can read.',
  },
  moves: {
    take: { to: { open: 'under_review', under_review: 'under_review' }, by: ['admin'] },
    resolve: {
      to: { open: 'resolved', under_review: 'resolved' },
      by: ['admin', 'family', 'system'],
      follows: 'The reporter is notified and can appeal.',
    },
    reopen: {
      to: { resolved: 'open' },
      by: ['family', 'mentor', 'admin'],
      follows: 'The deadline is 15 days again; after an appeal another admin decides.',
    },
  },
})
