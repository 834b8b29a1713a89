import { lifecycle } from '../wire/lifecycle.ts'

export const erasureLifecycle = lifecycle<'waiting' | 'cancelled' | 'done', 'cancel' | 'erase'>({
  table: 'erasure',
  column: 'status',
  starts: ['waiting'],
  states: {
    waiting: 'Requested; carried out after seven days, or later when nothing is open any more.',
    cancelled: 'Cancelled by the person.',
    done: 'Carried out; what is left names nobody.',
  },
  moves: {
    cancel: { to: { waiting: 'cancelled' }, by: ['family', 'mentor'] },
    erase: {
      to: { waiting: 'done' },
      by: ['system'],
      follows: 'Sessions end, files are removed, and the phone number is free for a new account.',
    },
  },
})
