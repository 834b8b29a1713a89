import { priceFilter } from '#contract/mentors/limits.ts'
import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { gradeName } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { formatRupees } from '../ui/money.tsx'
import { type Draft, listHref, withoutLocation } from './filter-address.ts'
import { boardName, dayName, genderName, languageName, modeName, stateName, subjectName } from './names.server.ts'
import { placeNames } from './places.server.ts'
import { everywhereKm } from './read-address.server.ts'

/** A selected filter and the URL without it. */
type ChosenFilter = { label: string; to: string }

const without = (list: readonly string[], value: string) => list.filter((one) => one !== value)

/** All selected filters in the order of the controls; a city implies its state. `near` is the label of a position. */
export function chosenFilters(filter: MentorFilter, draft: Draft, near: string, path = '/mentors'): ChosenFilter[] {
  const locale = currentLocale()
  const chips: ChosenFilter[] = []
  const add = (label: string, next: Draft) => chips.push({ label, to: listHref(next, {}, path) })
  if (draft.q) add(`“${draft.q}”`, { ...draft, q: '' })
  if (filter.class) add(gradeName(filter.class, locale), { ...draft, class: '' })
  for (const one of filter.subject ?? []) add(subjectName(one), { ...draft, subject: without(draft.subject, one) })
  if (draft.min > priceFilter.min || draft.max < priceFilter.max) {
    const from = formatRupees(draft.min)
    const range = draft.max < priceFilter.max ? m.ui_range({ from, to: formatRupees(draft.max) }) : m.ui_from({ from })
    add(range, { ...draft, min: priceFilter.min, max: priceFilter.max })
  }
  if (filter.state) add(stateName(filter.state), { ...draft, ...withoutLocation(draft), state: '', city: '' })
  if (filter.city) add(placeNames.city(filter.city), { ...draft, ...withoutLocation(draft), city: '' })
  if (filter.area) add(placeNames.area(filter.area), { ...draft, area: '' })
  if (filter.lat !== undefined && filter.lon !== undefined) add(near, { ...draft, ...withoutLocation(draft) })
  for (const one of filter.mode ?? []) add(modeName(one), { ...draft, mode: without(draft.mode, one) })
  if (filter.board) add(boardName(filter.board), { ...draft, board: '' })
  if (filter.gender) add(genderName(filter.gender), { ...draft, gender: '' })
  if (filter.language) add(languageName(filter.language), { ...draft, language: '' })
  if (filter.rating) add(m.list_rating_from({ value: filter.rating }), { ...draft, rating: '' })
  for (const day of filter.days ?? []) add(dayName(day), { ...draft, days: without(draft.days, day) })
  if (draft.within) {
    const isAll = Number(draft.within) >= everywhereKm
    add(isAll ? m.list_india() : m.list_within({ km: draft.within }), { ...draft, within: '' })
  }
  return chips
}
