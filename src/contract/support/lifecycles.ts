import { lifecycle } from '../wire/lifecycle.ts'
import type { CallStatus } from './limits.ts'

export const callLifecycle = lifecycle<CallStatus, 'assign' | 'connect' | 'giveUp' | 'close'>({
  table: 'call_request',
  column: 'status',
  starts: ['new'],
  states: {
    new: 'Somebody asked for a call; nobody works on it yet.',
    assigned: 'An admin works on it.',
    connected: 'Caller and mentor spoke, or the question was answered.',
    unreachable: 'The caller could not be reached.',
    closed: 'Ended without a call.',
  },
  moves: {
    assign: { to: { new: 'assigned' }, by: ['admin'] },
    connect: { to: { new: 'connected', assigned: 'connected' }, by: ['admin'], follows: 'The caller is notified.' },
    giveUp: { to: { new: 'unreachable', assigned: 'unreachable' }, by: ['admin'], follows: 'The caller is notified.' },
    close: { to: { new: 'closed', assigned: 'closed' }, by: ['admin'], follows: 'The caller is notified.' },
  },
})

export const caseLifecycle = lifecycle<'open' | 'under_review' | 'resolved', 'take' | 'resolve' | 'reopen'>({
  table: 'support_case',
  column: 'status',
  starts: ['open'],
  states: {
    open: 'Waits for an admin; an answer is due within 48 hours.',
    under_review: 'An admin owns it; it is due within a month.',
    resolved: 'Decided, with a reason the reporter reads.',
  },
  moves: {
    take: { to: { open: 'under_review', under_review: 'under_review' }, by: ['admin'] },
    resolve: {
      to: { open: 'resolved', under_review: 'resolved' },
      by: ['admin', 'family', 'system'],
      follows: 'Who reported it is notified and can appeal.',
    },
    reopen: {
      to: { resolved: 'open' },
      by: ['family', 'mentor', 'admin'],
      follows: 'It has a month of its own; after an appeal another admin decides.',
    },
  },
})
