import { freeTimeWindow, pickedTimeConfirmHours } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { wholeHours } from '../whole-times.ts'
import type { freeOnProfile } from './free-times.server.ts'

type Free = Awaited<ReturnType<typeof freeOnProfile>>

/** Sentences of the booking form, written here to keep its scripts small. */
export const bookingTexts = (name: string, { byAgreement, confirmsFirst }: Free, guaranteeHours: number) => ({
  guarantee: m.book_guarantee({ time: wholeHours(guaranteeHours) }),
  noTimes: byAgreement ? m.free_by_agreement_text({ name }) : m.free_none_soon({ days: freeTimeWindow.days, name }),
  noPick: m.book_no_pick(),
  demo: m.book_demo_text(),
  picked: confirmsFirst ? m.book_pick_confirms({ name, hours: pickedTimeConfirmHours }) : m.book_pick_booked(),
  wish: m.book_wish_text({ name }),
  wishesTitle: m.book_wishes(),
  wishes: m.book_wishes_text({ name }),
  weekdaysTitle: m.book_weekdays(),
  weekdays: m.book_weekdays_text({ name }),
  address: m.address_seen_by({ name }),
  contact: m.profile_contact_text({ name }),
  login: m.book_login_reason(),
  places: m.profile_places_text(),
})

/** What a family is asked for. */
export const missingTexts = () => ({
  child: m.book_which_child(),
  parent: m.consent_needed(),
  address: m.address_needed(),
})
