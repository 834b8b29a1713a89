import { redirect } from 'react-router'
import { type PublicMentor, searchMentors, selectedMentors } from '#contract/mentors/mentors.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { cardOf, goldFirst } from './card.server.ts'
import { chosenFilters } from './chips.server.ts'
import type { Draft } from './filter-address.ts'
import { filterOptions } from './filter-options.server.ts'
import { freeOnCards } from './free-times.server.ts'
import { countText, isInvalidCursor, nearText } from './list-data.server.ts'
import { knownAreas, placeNames } from './places.server.ts'
import { readAddress } from './read-address.server.ts'
import { maxPrice, selectedPath } from './selected-address.ts'
import { selectedIds } from './selected-ids.server.ts'

const onPage = 12
/** The area or city shared by all mentors, or null. */
function sharedPart(mentors: readonly PublicMentor[], part: 'area' | 'city'): string | null {
  const [only, ...others] = new Set(mentors.map((mentor) => mentor.location[part]))
  return only && others.length === 0 ? only : null
}

/** Place in the heading: the selected one, else the one all selected mentors share. */
function areaText(draft: Draft, near: string, mentors: readonly PublicMentor[]): string {
  if (draft.area || draft.city || draft.state || draft.hidden.some(([name]) => name === 'lat')) return near
  const area = sharedPart(mentors, 'area')
  const city = sharedPart(mentors, 'city')
  if (area) return placeNames.area(area)
  return city ? placeNames.city(city) : m.selected_your_area()
}

/** Headings of the page and of its other mentors, and that mentors of the link are no longer shown. */
function titlesOf(chosen: number, unknown: number, area: string) {
  const restTitle = m.selected_heading({ area })
  if (chosen + unknown === 0) return { heading: restTitle, restTitle: m.selected_all() }
  const isOne = unknown === 1
  if (chosen === 0)
    return { heading: isOne ? m.selected_gone_one() : m.selected_gone(), lead: m.selected_like(), restTitle }
  const note = unknown > 0 && (isOne ? m.selected_unknown_one() : m.selected_unknown({ count: unknown }))
  return { heading: m.selected_for_you(), lead: m.selected_lead(), restTitle, note }
}

/** Data of the page: the selected mentors, followed by all that match the filters. */
async function loadSelected(context: LoaderContext, given: URLSearchParams) {
  const params = new URLSearchParams(given)
  // The maximum of this page's slider means no upper limit.
  if (Number(params.get('max')) >= maxPrice) params.delete('max')
  const { ids, isCut, unknown: gone, next, hidden, link } = await selectedIds(context, params)
  const areas = await knownAreas(context)
  const { filter, draft: choice, skipped } = readAddress(params)
  const draft: Draft = {
    ...choice,
    hidden: [...choice.hidden, ...hidden],
  }
  const { lat, lon, area, city, state } = filter
  const [chosen, list] = await Promise.all([
    ids.length > 0 && !filter.cursor
      ? readApi(context, selectedMentors, { query: { id: ids.join(','), lat, lon, area, city, state } }).then(
          (reply) => reply.mentors,
        )
      : [],
    readApi(context, searchMentors, { query: { ...filter, limit: onPage } }),
  ])
  const free = await freeOnCards(context, [...chosen, ...list.data])
  const cardIn = (city: string) => (mentor: PublicMentor) => cardOf(mentor, filter, city, free(mentor))
  const isChosen = new Set(chosen.map(({ _id }) => _id))
  const unknown = filter.cursor ? 0 : gone + ids.length - chosen.length
  const options = filterOptions(filter, draft, areas, { facets: list.facets, city: list.near.city })
  return {
    draft,
    skipped,
    area: areaText(draft, nearText(list.near), chosen),
    ...titlesOf(chosen.length, unknown, nearText(list.near)),
    chips: chosenFilters(filter, draft, nearText(list.near), selectedPath),
    count: countText(list.total),
    selected: chosen.map(cardIn(filter.city ?? '')),
    isCut,
    next,
    link,
    reset:
      hidden.length > 0
        ? `${selectedPath}?${new URLSearchParams(hidden.map(([name, value]) => [name, value]))}`
        : selectedPath,
    rest: {
      cards: list.data
        .filter(({ _id }) => !isChosen.has(_id))
        .map(cardIn(list.near.city))
        .toSorted(goldFirst),
      nextCursor: list.nextCursor,
      isFirst: !filter.cursor,
    },
    options: { ...options, grades: options.grades.filter(({ value }) => value === draft.class || Number(value) > 0) },
  }
}
export type SelectedData = Awaited<ReturnType<typeof loadSelected>>

/** As `loadSelected`, but redirects an expired or foreign cursor to the first page. */
export async function loadSelectedOrFirst(context: LoaderContext, params: URLSearchParams): Promise<SelectedData> {
  return await loadSelected(context, params).catch((error: unknown) => {
    if (!isInvalidCursor(error, params)) throw error
    const first = new URLSearchParams(params)
    first.delete('cursor')
    throw redirect(localHref(`${selectedPath}?${first}`))
  })
}
