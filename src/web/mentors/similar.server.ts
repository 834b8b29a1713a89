import { mentorFilter, similarMentors } from '#contract/mentors/mentors.ts'
import { m } from '#messages'
import { type LoaderContext, orFallback, readApi } from '../api.ts'
import { cardOf, goldFirst } from './card.server.ts'
import { freeOnCards } from './free-times.server.ts'
import type { Card } from './mentor-card.tsx'
import { subjectName } from './names.server.ts'
import { placeNames } from './places.server.ts'

/** Similar mentors nearby with a link to the list. Requires `knownAreas`. */
async function findSimilar(context: LoaderContext, slugOrId: string, limit: number) {
  const { data, near } = await readApi(context, similarMentors, { params: { id: slugOrId }, query: { limit } })
  const { area, city, subject } = near
  const criteria = { city, ...(area && { area }), ...(subject && { subject: [subject] }) }
  const free = await freeOnCards(context, data)
  return {
    cards: data.map((one) => cardOf(one, mentorFilter.parse(criteria), city, free(one))).toSorted(goldFirst),
    city: placeNames.city(city),
    subject: subject && subjectName(subject),
    list: `/mentors?${new URLSearchParams({ city, ...(subject && { subject }) })}`,
  }
}

/** Empty on failure: the profile is shown without them. */
export async function similarOnProfile(context: LoaderContext, slug: string): Promise<Card[]> {
  const similar = await findSimilar(context, slug, 3).catch(orFallback(context, null))
  return similar?.cards ?? []
}

/** Similar mentors for a mentor no longer listed; reveals only city and subject. The phone number belongs at the `\n`. */
export async function similarToGone(context: LoaderContext, slugOrId: string) {
  const { cards, city, subject, list } = await findSimilar(context, slugOrId, 6)
  return {
    cards,
    list,
    texts: {
      title: m.gone_title(),
      none: m.gone_text_none(),
      call: m.gone_call({ phone: '\n' }),
      similar: subject ? m.gone_similar_subject({ city, subject }) : m.gone_similar({ city }),
      list: m.gone_list(),
    },
  }
}
export type SimilarToGone = Awaited<ReturnType<typeof similarToGone>>
