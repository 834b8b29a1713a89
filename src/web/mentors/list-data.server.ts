import { type RouterContextProvider, redirect } from 'react-router'
import { gradeName } from '#contract/catalogue.ts'
import { defaultPoint, goldOnList, listPage, nearbyKm } from '#contract/limits.ts'
import { goldMentors, type MentorFilter, type MentorList, type PublicMentor, searchMentors } from '#contract/mentors.ts'
import { siteFacts } from '#contract/settings.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { formatNumber } from '../ui/money.tsx'
import { cardOf } from './card.server.ts'
import { chosenFilters } from './chips.server.ts'
import { listHref } from './filter-address.ts'
import { filterOptions } from './filter-options.server.ts'
import { freeOnCards } from './free-times.server.ts'
import { modeInSentence, stateName, subjectName } from './names.server.ts'
import { knownAreas } from './places.server.ts'
import { readAddress } from './read-address.server.ts'

type Given = Readonly<RouterContextProvider>

const goldPagesMost = 5
const silverOnPage = 12

/** The first two, or all of them for the dialog. */
async function goldPage(context: Given, filter: MentorFilter, all: boolean) {
  const { cursor: _, ...query } = filter
  const first = await readApi(context, goldMentors, { query: { ...query, limit: all ? listPage.max : goldOnList } })
  const gold: PublicMentor[] = [...first.data]
  let next = all ? first.nextCursor : null
  for (let page = 1; page < goldPagesMost && next; page++) {
    const more = await readApi(context, goldMentors, { query: { ...query, limit: listPage.max, cursor: next } })
    gold.push(...more.data)
    next = more.nextCursor
  }
  return { gold, total: first.total }
}

/** Gold and silver together; capped when one of them is. */
const sumOf = (...totals: MentorList['total'][]): MentorList['total'] => {
  const known = totals.filter((one) => typeof one === 'number').reduce((sum, one) => sum + one, 0)
  return totals.find((one) => typeof one !== 'number') ?? known
}

export const countText = (total: MentorList['total']) =>
  typeof total === 'number' ? formatNumber(total) : `${total.atLeast}+`

/** "Class 8 Mathematics, At our home": what the count is about. */
function whatText(filter: MentorFilter): string {
  const class_ = filter.class ? gradeName(filter.class, currentLocale()) : ''
  const subjects = (filter.subject ?? []).map(subjectName).join(', ')
  return [[class_, subjects].filter(Boolean).join(' '), ...(filter.mode ?? []).map(modeInSentence)]
    .filter(Boolean)
    .join(', ')
}

/** A state without a city is shown whole, wherever in it somebody lives. */
const isStateWide = (near: MentorList['near'], filter: MentorFilter) =>
  near.from === 'default' && filter.state !== undefined

export function nearText(near: MentorList['near'], filter: MentorFilter): string {
  if (near.from === 'point') return m.list_your_area()
  if (filter.state && isStateWide(near, filter)) return stateName(filter.state)
  return currentLocale() === 'hi' ? near.labelHi : near.label
}

/** Everything the list page shows for the filters of an address. */
export async function loadList(context: Given, params: URLSearchParams) {
  const areas = await knownAreas(context)
  const { filter, draft, leftOut } = readAddress(params)
  const all = params.get('gold') === 'all'
  // Without their own part gold mentors stand among the others.
  const isApart = !(await readApi(context, siteFacts)).data.off.includes('gold')
  const [{ data: silver, nextCursor, total, near, facets }, gold] = await Promise.all([
    readApi(context, searchMentors, {
      query: { ...filter, ...(isApart && { tier: 'silver' as const }), limit: silverOnPage },
    }),
    filter.cursor || !isApart ? { gold: [], total: 0 } : goldPage(context, filter, all),
  ])
  const city = filter.city ?? (filter.state ? '' : defaultPoint.city)
  const free = await freeOnCards(context, [...gold.gold, ...silver])
  const card = (mentor: PublicMentor) => cardOf(mentor, filter, city, free(mentor))
  return {
    draft,
    leftOut,
    chips: chosenFilters(filter, draft),
    near: nearText(near, filter),
    unknownPlace:
      filter.area && near.from !== 'area' ? filter.area : filter.city && near.from === 'default' ? filter.city : null,
    count: countText(sumOf(gold.total, total)),
    what: whatText(filter),
    gold: { cards: gold.gold.map(card), count: countText(gold.total), hasMore: gold.total !== gold.gold.length, all },
    rest: { cards: silver.map(card), nextCursor, isFirst: !filter.cursor },
    /** Kilometres in which these mentors live; null when the whole country or state is shown. */
    nearbyKm: filter.within === nearbyKm && !isStateWide(near, filter) ? nearbyKm : null,
    options: filterOptions(filter, draft, areas, facets),
  }
}

export type ListData = Awaited<ReturnType<typeof loadList>>

/** The same; a place in the list that is from another list, or too old, leads to its first page. */
export async function loadListOrFirst(context: Given, params: URLSearchParams): Promise<ListData> {
  return await loadList(context, params).catch((error: unknown) => {
    throw isRefused(error, params) ? redirect(localHref(listHref(readAddress(params).draft))) : error
  })
}

/** Whether the server answered, and not with the part of a list that was asked for. */
export const isRefused = (error: unknown, params: URLSearchParams): boolean =>
  params.has('cursor') && typeof error === 'object' && error !== null && 'init' in error
