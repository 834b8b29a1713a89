import { lifecycle } from '../wire/lifecycle.ts'

/** Lesson status as shown to both sides. */
export const lessonStatuses = [
  'scheduled',
  'held',
  'missed_by_mentor',
  'missed_by_family',
  'cancelled',
  'moved',
] as const
export type LessonStatus = (typeof lessonStatuses)[number]

/** Lesson state: the status, refined by settlement, disputes and reported absences. */
export type LessonState =
  | LessonStatus
  | 'absence_reported'
  | 'disputed'
  | 'settled'
  | 'cancelled_charged'
  | 'missed_by_mentor_disputed'
  | 'missed_by_family_disputed'
  | 'missed_by_family_charged'

/** Column values of each lesson state. */
export const lessonColumns: {
  readonly [S in LessonState]: { status: LessonStatus; settled?: true; disputed?: true; absenceReported?: true }
} = {
  scheduled: { status: 'scheduled' },
  absence_reported: { status: 'scheduled', absenceReported: true },
  held: { status: 'held' },
  disputed: { status: 'held', disputed: true },
  settled: { status: 'held', settled: true },
  cancelled: { status: 'cancelled' },
  cancelled_charged: { status: 'cancelled', settled: true },
  missed_by_mentor: { status: 'missed_by_mentor' },
  missed_by_mentor_disputed: { status: 'missed_by_mentor', disputed: true },
  missed_by_family: { status: 'missed_by_family' },
  missed_by_family_disputed: { status: 'missed_by_family', disputed: true },
  missed_by_family_charged: { status: 'missed_by_family', settled: true },
  moved: { status: 'moved' },
}

export const lessonLifecycle = lifecycle({
  table: 'lesson',
  column: 'state',
  starts: ['scheduled'],
  states: {
    scheduled: 'Planned: its slot is booked.',
    absence_reported: 'One side says that the other did not come; that side has 48 hours to object.',
    held: 'Marked as held; the family has 48 hours to answer.',
    disputed: 'Held, and the family reported it: its fee is on hold until an admin decides.',
    settled: 'Held and paid: its fee went to the mentor, the commission and the taxes.',
    cancelled: 'Does not take place and costs nothing; its minutes are owed.',
    cancelled_charged: 'Cancelled too late: a part of its fee is paid.',
    missed_by_mentor: 'The mentor did not come, or it did not count; costs nothing.',
    missed_by_mentor_disputed: 'The mentor objects to having missed it; its fee is on hold.',
    missed_by_family: 'The family did not come; what it costs is about to be settled.',
    missed_by_family_disputed: 'The family objects to having missed it; its fee is on hold.',
    missed_by_family_charged: 'The family did not come: what that costs is paid.',
    moved: 'Has left its slot; inside one transaction, before it gets another.',
  },
  moves: {
    mark: { to: { scheduled: 'held' }, by: ['mentor', 'admin'], follows: 'The family is asked to confirm.' },
    unmark: { to: { held: 'scheduled' }, by: ['admin'], follows: 'Its record is deleted.' },
    vacateSlot: { to: { scheduled: 'moved' }, by: ['mentor', 'family', 'admin'], follows: 'Its slot is released.' },
    assignSlot: { to: { moved: 'scheduled' }, by: ['mentor', 'family', 'admin'], follows: 'Both sides are notified.' },
    cancel: {
      to: { scheduled: 'cancelled', absence_reported: 'cancelled' },
      by: ['family', 'mentor', 'admin', 'system'],
      follows: 'Its slot is released; its minutes are owed unless its booking ends.',
    },
    reportAbsence: {
      to: { scheduled: 'absence_reported' },
      by: ['family', 'mentor'],
      follows: 'The other side is asked.',
    },
    withdrawReport: { to: { absence_reported: 'scheduled' }, by: ['family', 'mentor'] },
    missByMentor: {
      to: { absence_reported: 'missed_by_mentor' },
      by: ['mentor', 'system'],
      follows: 'Its slot is released and its minutes are owed.',
    },
    missByFamily: {
      to: { absence_reported: 'missed_by_family', missed_by_mentor: 'missed_by_family' },
      by: ['family', 'admin', 'system'],
      follows: 'It is charged by the terms of its booking.',
    },
    dispute: {
      to: {
        held: 'disputed',
        missed_by_mentor: 'missed_by_mentor_disputed',
        missed_by_family: 'missed_by_family_disputed',
      },
      by: ['family', 'mentor'],
      follows: 'A case opens and the fee is put on hold.',
    },
    endDispute: {
      to: {
        disputed: 'held',
        missed_by_mentor_disputed: 'missed_by_mentor',
        missed_by_family_disputed: 'missed_by_family',
      },
      by: ['family', 'admin'],
      follows: 'It is settled or voided as decided.',
    },
    settle: {
      to: { held: 'settled', cancelled: 'cancelled_charged', missed_by_family: 'missed_by_family_charged' },
      by: ['family', 'admin', 'system'],
      follows:
        'The fee moves from prepaid to mentor, commission and taxes; the booking completes when nothing is left.',
    },
    refundByGuarantee: { to: { held: 'cancelled' }, by: ['family'], follows: 'Its fee is the family’s again.' },
    void: {
      to: {
        held: 'missed_by_mentor',
        settled: 'missed_by_mentor',
        missed_by_family: 'missed_by_mentor',
        missed_by_family_charged: 'missed_by_mentor',
      },
      by: ['admin'],
      follows: 'Its fee and minutes are the family’s again; its slot is released.',
    },
    waiveCharge: {
      to: { cancelled_charged: 'cancelled', missed_by_family_charged: 'cancelled' },
      by: ['admin'],
      follows: 'What was charged is the family’s again.',
    },
    reinstate: {
      to: { missed_by_mentor: 'settled', cancelled: 'settled' },
      by: ['admin'],
      follows: 'It is paid after an appeal.',
    },
    reinstateUnmarked: {
      to: { missed_by_mentor: 'missed_by_family_charged', cancelled: 'missed_by_family_charged' },
      by: ['admin'],
      follows: 'It is paid after an appeal; nobody marked it, or the learner has another class then.',
    },
  },
})

export const bookingStatuses = ['pending_schedule', 'scheduled', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingLifecycle = lifecycle({
  table: 'booking',
  column: 'status',
  starts: ['pending_schedule'],
  states: {
    pending_schedule: 'Paid; no class has a time yet.',
    scheduled: 'Classes are planned or were held.',
    completed: 'All its minutes were taught or charged, and settled.',
    cancelled: 'Ended before that; what no class used can go back.',
  },
  moves: {
    schedule: {
      to: { pending_schedule: 'scheduled', scheduled: 'scheduled' },
      by: ['mentor', 'family', 'admin'],
      follows: 'Both sides are notified.',
    },
    complete: {
      to: { scheduled: 'completed' },
      by: ['system'],
      follows: 'Both sides are notified, and it can be renewed.',
    },
    cancel: {
      to: { pending_schedule: 'cancelled', scheduled: 'cancelled' },
      by: ['admin', 'system'],
      follows: 'Its coming classes are cancelled and its slots released.',
    },
  },
})

export const slotLifecycle = lifecycle({
  table: 'teaching_slot',
  column: 'status',
  starts: ['held', 'booked', 'released'],
  states: {
    held: 'Reserved while an order is paid, or until a question about it is answered.',
    booked: 'Taken by a paid order or by classes.',
    released: 'Free again; the row stays as history.',
  },
  moves: {
    keep: { to: { held: 'booked' }, by: ['system'], follows: 'Its order was paid.' },
    release: { to: { held: 'released', booked: 'released' }, by: ['family', 'mentor', 'admin', 'system'] },
  },
})

export type ProposalStatus = 'open' | 'accepted' | 'declined' | 'withdrawn'

export const proposalLifecycle = lifecycle({
  table: 'time_proposal',
  column: 'status',
  starts: ['open', 'accepted'],
  states: {
    open: 'Another time, or a plan, that the other side is asked about.',
    accepted: 'Agreed: the classes got these times.',
    declined: 'The other side said no, or proposed another time.',
    withdrawn: 'Taken back, too late to answer, or its booking ended.',
  },
  moves: {
    accept: {
      to: { open: 'accepted' },
      by: ['family', 'mentor'],
      follows: 'The classes move; both sides are notified.',
    },
    decline: { to: { open: 'declined' }, by: ['family', 'mentor'], follows: 'Its held slots are released.' },
    withdraw: {
      to: { open: 'withdrawn' },
      by: ['family', 'mentor', 'system'],
      follows: 'Its held slots are released.',
    },
  },
})

export const lessonChangeLifecycle = lifecycle({
  table: 'lesson_change',
  column: 'status',
  starts: ['open', 'done'],
  states: {
    open: 'An absence was reported; the other side has 48 hours to object.',
    done: 'The class was cancelled or missed, at the cost shown then.',
    objected: 'The other side objects: a dispute decides.',
    withdrawn: 'The report was taken back.',
  },
  moves: {
    confirm: { to: { open: 'done' }, by: ['family', 'mentor', 'system'], follows: 'The class is missed, and charged.' },
    object: { to: { open: 'objected' }, by: ['family', 'mentor'], follows: 'A dispute opens.' },
    withdraw: { to: { open: 'withdrawn' }, by: ['family', 'mentor', 'system'] },
  },
})

export const disputeLifecycle = lifecycle({
  table: 'dispute',
  column: 'status',
  starts: ['open', 'decided'],
  states: {
    open: 'The fee is on hold until an admin decides.',
    withdrawn: 'The family took its report back; that confirms the class.',
    decided: 'An admin decided what is paid; an appeal adds another decision.',
  },
  moves: {
    withdraw: { to: { open: 'withdrawn' }, by: ['family'], follows: 'The class settles as usual.' },
    decide: {
      to: { open: 'decided' },
      by: ['admin'],
      follows: 'The class is settled or voided; both sides are notified.',
    },
  },
})
