import type { RouterContextProvider } from 'react-router'
import { isListed } from '#contract/mentors/crawling.ts'
import { tutorsOfSubject } from '#contract/mentors/seo.ts'
import type { Subject } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { readApi, withoutIt } from '../api.ts'
import { subjectName } from './names.server.ts'
import { placeNames } from './places.server.ts'

/** The page of a subject in a city, when it has one worth finding. Call `knownAreas` before. */
export async function landingLink(
  context: Readonly<RouterContextProvider>,
  subject: Subject | undefined,
  city: string,
): Promise<{ name: string; path: string } | null> {
  if (!subject) return null
  const found = await readApi(context, tutorsOfSubject, { params: { subject } }).catch(withoutIt(context, null))
  const own = found?.data.cities.find((one) => one.name === city)
  if (!own || !isListed(own.mentors)) return null
  const names = { subject: subjectName(subject), city: placeNames.city(city) }
  return { name: m.landing_heading(names), path: `/tutors/${subject}/${own.slug}` }
}
