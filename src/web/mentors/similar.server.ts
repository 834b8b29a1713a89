import type { RouterContextProvider } from 'react-router'
import { mentorFilter, type PublicMentor, searchMentors } from '#contract/mentors.ts'
import { readApi } from '../api.ts'
import { cardOf, offersOf } from './card.server.ts'
import type { Card } from './mentor-card.tsx'

const shown = 3

/** Mentors of the same subject near this one. Without an answer there are none: the profile is worth showing without. */
export async function similarMentors(context: Readonly<RouterContextProvider>, mentor: PublicMentor): Promise<Card[]> {
  const subject = offersOf(mentor)[0]?.subjects[0]
  const { area, city } = mentor.location
  const query = { ...(area && { area }), city, ...(subject && { subject: [subject] }), limit: shown + 1 }
  const list = await readApi(context, searchMentors, { query }).catch(() => null)
  const others = list?.data.filter((one) => one._id !== mentor._id).slice(0, shown) ?? []
  return others.map((one) => cardOf(one, mentorFilter.parse(query), city))
}
