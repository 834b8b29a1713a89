import { lifecycle } from '../wire/lifecycle.ts'

/** State of an application in verification. */
export type MentorStatus = 'submitted' | 'in_review' | 'verified' | 'rejected' | 'suspended'
type Move = 'start_review' | 'verify' | 'reject' | 'resubmit' | 'suspend' | 'restore'

export const verificationLifecycle = lifecycle<MentorStatus, Move>({
  table: 'mentor',
  column: 'status',
  starts: ['submitted'],
  states: {
    submitted: 'The application waits for an admin.',
    in_review: 'An admin is checking it.',
    verified: 'Identity, degree and interview are approved; families can find the mentor.',
    rejected: 'Sent back with a reason; the mentor can correct and submit it again.',
    suspended: 'Not listed; scheduled classes are suspended until an admin decides.',
  },
  moves: {
    start_review: { to: { submitted: 'in_review' }, by: ['admin'] },
    verify: {
      to: { submitted: 'verified', in_review: 'verified' },
      by: ['admin'],
      follows: 'The mentor is notified and listed.',
    },
    reject: {
      to: { submitted: 'rejected', in_review: 'rejected' },
      by: ['admin'],
      follows: 'The mentor is notified with the reason.',
    },
    resubmit: { to: { rejected: 'submitted' }, by: ['mentor'] },
    suspend: {
      to: { verified: 'suspended' },
      by: ['admin', 'system'],
      follows: 'The mentor and the families with bookings are notified.',
    },
    restore: {
      to: { suspended: 'verified' },
      by: ['admin'],
      follows: 'Classes that fell into the suspension are skipped and owed.',
    },
  },
})

/** State of new values a verified mentor asked for. */
export type ChangeStatus = 'waiting' | 'approved' | 'declined' | 'withdrawn'
type ChangeMove = 'approve' | 'decline' | 'withdraw'

export const changeLifecycle = lifecycle<ChangeStatus, ChangeMove>({
  table: 'mentor_change',
  column: 'status',
  starts: ['waiting'],
  states: {
    waiting: 'Families see the old values; with a new name, gender or photo the mentor is not listed.',
    approved: 'An admin approved the new values; families see them.',
    declined: 'An admin declined them with a reason; the old values stay.',
    withdrawn: 'The mentor went back to the old values before a decision.',
  },
  moves: {
    approve: { to: { waiting: 'approved' }, by: ['admin'], follows: 'The mentor is notified and listed again.' },
    decline: {
      to: { waiting: 'declined' },
      by: ['admin'],
      follows: 'The mentor is notified with the reason and listed again; reopened checks get their results back.',
    },
    withdraw: { to: { waiting: 'withdrawn' }, by: ['mentor'], follows: 'As if it was declined, without a message.' },
  },
})

/** State of a mentor's tax facts. */
type TaxFactsStatus = 'given' | 'look' | 'refused'
type TaxFactsMove = 'doubt' | 'accept' | 'refuse'

export const taxFactsLifecycle = lifecycle<TaxFactsStatus, TaxFactsMove>({
  table: 'mentor_tax',
  column: 'status',
  starts: ['given', 'look'],
  states: {
    given: 'They decide which taxes are withheld.',
    look: 'They count, and an admin has to look: the name differs, or the mentor lives abroad.',
    refused: 'An admin refused them; the mentor counts as one without PAN until new ones are given.',
  },
  moves: {
    doubt: { to: { given: 'look' }, by: ['system'], follows: 'The name of a person changed since.' },
    accept: { to: { look: 'given' }, by: ['admin'] },
    refuse: { to: { look: 'refused' }, by: ['admin'], follows: 'The mentor is notified with the reason.' },
  },
})
