import type { Area, MentorFilter, MentorList } from '#contract/mentors/mentors.ts'
import {
  genders,
  gradeName,
  homeSubjects,
  offeredBoards,
  offeredGrades,
  type Subject,
  subjectsOfGrade,
  weekdays,
} from '#contract/reference/catalogue.ts'
import { languages } from '#contract/reference/hindi-names.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import type { Draft } from './filter-address.ts'
import { boardName, dayName, genderName, languageName, modeName, stateName, subjectName } from './names.server.ts'
import { citiesOf, cityNamed, listedStates, placeNames } from './places.server.ts'

const offeredModes = ['homeTuition', 'myPlace', 'groupClasses', 'coachingCenter', 'online'] as const
const ratings = ['4', '4.5']

/** Offered values with labels, plus a selected one that is no longer offered. */
const options = (values: readonly string[], name: (value: string) => string, chosen = '') =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: name(value) }))

const named = <T extends string>(values: readonly T[], name: (value: T) => string) =>
  values.map((value) => ({ value: value as string, label: name(value) }))

/**
 * Options of the controls for a selection. `areas`: all known areas; `city`: the city of the search; `facets`: counts
 * per subject.
 */
export function filterOptions(
  filter: MentorFilter,
  draft: Draft,
  areas: readonly Area[],
  { facets, city }: { facets: MentorList['facets']; city: string },
) {
  const locale = currentLocale()
  const isOfIndia = filter.within !== undefined || filter.mode?.join() === 'online'
  // Without a chosen place the list is that of its city.
  const shown = draft.state || draft.city || isOfIndia ? undefined : cityNamed(city)
  const place = { state: draft.state || shown?.state || '', city: draft.city || shown?.name || '' }
  const offered: readonly Subject[] = filter.class ? subjectsOfGrade(filter.class) : homeSubjects
  return {
    grades: named(offeredGrades, (value) => gradeName(value, locale)),
    subjects: [...new Set([...offered, ...(filter.subject ?? [])])].map((value) => ({
      value: value as string,
      label: subjectName(value),
      count: facets && (facets.subjects[value] ?? 0),
    })),
    states: options(listedStates(), stateName, place.state),
    cities: options(
      citiesOf(place.state).map(({ name }) => name),
      placeNames.city,
      place.city,
    ),
    place,
    /** City whose areas are offered, empty for a state only, and its localised name. */
    city,
    cityName: placeNames.city(city),
    areas: areas
      .filter((one) => one.isShown && one.city === city)
      .map(({ name, nameHi }) => ({ value: name, label: locale === 'hi' ? nameHi : '' })),
    modes: named(offeredModes, modeName),
    boards: options(offeredBoards, boardName, draft.board),
    genders: named(genders, genderName),
    days: [
      { value: 'weekdays', label: m.list_weekdays() },
      { value: 'weekend', label: m.list_weekend() },
      ...named(weekdays, dayName),
    ],
    languages: options(languages, languageName, draft.language),
    ratings: options(ratings, (value) => m.list_rating_from({ value }), draft.rating),
  }
}
export type FilterOptions = ReturnType<typeof filterOptions>
