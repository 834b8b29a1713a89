import { redirect } from 'react-router'
import { listPage, maxExactTotal, maxGoldOnList, nearbyKm } from '#contract/mentors/limits.ts'
import {
  goldMentors,
  type MentorFilter,
  type MentorList,
  type PublicMentor,
  searchMentors,
} from '#contract/mentors/mentors.ts'
import { gradeName } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { readSite } from '../site-facts.ts'
import { formatNumber } from '../ui/money.tsx'
import { cardOf } from './card.server.ts'
import { chosenFilters } from './chips.server.ts'
import { listHref } from './filter-address.ts'
import { filterOptions } from './filter-options.server.ts'
import { freeOnCards } from './free-times.server.ts'
import { modeInSentence, subjectName } from './names.server.ts'
import { knownAreas, placeNames } from './places.server.ts'
import { everywhereKm, readAddress } from './read-address.server.ts'

const maxGoldPages = 5
const silverOnPage = 12

/** The first gold mentors, or all of them for the dialog. */
async function goldPage(context: LoaderContext, filter: MentorFilter, all: boolean) {
  const { cursor: _, ...query } = filter
  const first = await readApi(context, goldMentors, { query: { ...query, limit: all ? listPage.max : maxGoldOnList } })
  const gold: PublicMentor[] = [...first.data]
  let next = all ? first.nextCursor : null
  for (let page = 1; page < maxGoldPages && next; page++) {
    const more = await readApi(context, goldMentors, { query: { ...query, limit: listPage.max, cursor: next } })
    gold.push(...more.data)
    next = more.nextCursor
  }
  return { gold, total: first.total }
}

/** Sum of the totals of both lists, capped like a single list. */
const sumTotals = (...totals: MentorList['total'][]): MentorList['total'] => {
  const known = totals.filter((one) => typeof one === 'number').reduce((sum, one) => sum + one, 0)
  return totals.find((one) => typeof one !== 'number') ?? (known > maxExactTotal ? { atLeast: maxExactTotal } : known)
}

export const countText = (total: MentorList['total']) =>
  typeof total === 'number' ? formatNumber(total) : `${total.atLeast}+`

/** What the count refers to, for example "Class 8 Mathematics, at your home". */
function filterText(filter: MentorFilter): string {
  const class_ = filter.class ? gradeName(filter.class, currentLocale()) : ''
  const subjects = (filter.subject ?? []).map(subjectName).join(', ')
  return [[class_, subjects].filter(Boolean).join(' '), ...(filter.mode ?? []).map(modeInSentence)]
    .filter(Boolean)
    .join(', ')
}

/** Name of the place; for a position, of its area if known. */
export const nearText = ({ label, labelHi }: MentorList['near']): string =>
  (currentLocale() === 'hi' ? labelHi : label) || m.list_your_area()

/** Whether the place of a list is our assumption, because its filters name none. */
const isAssumed = ({ q, state, city, area, lat, within, mode }: MentorFilter): boolean =>
  !(q || state || city || area) && lat === undefined && within === undefined && mode?.join() !== 'online'

const orders: Record<MentorFilter['sort'], () => string> = {
  best: m.list_sorted_best,
  distance: m.list_sorted_distance,
  price: m.list_sorted_price,
  rating: m.list_sorted_rating,
}

const onlineOnPage = 3
const noOnlineMentors = { data: [], total: 0 }

/** Top online mentors outside the list, and the total number of online mentors. */
async function onlinePart(context: LoaderContext, filter: MentorFilter) {
  const query = { ...filter, mode: ['online' as const] }
  const [some, all] = await Promise.all([
    readApi(context, searchMentors, { query: { ...query, elsewhere: 'true', limit: onlineOnPage } }),
    readApi(context, searchMentors, { query: { ...query, limit: 1 } }),
  ])
  return { data: some.data, total: all.total }
}

/** Data of the list page for the filters of a URL. */
async function loadList(context: LoaderContext, params: URLSearchParams) {
  await knownAreas(context)
  const { filter, draft, skipped } = readAddress(params)
  const all = params.get('gold') === 'all'
  // Gold mentors without a section of their own are part of the list.
  const isOnline = filter.mode?.length === 1 && filter.mode[0] === 'online'
  // Online mentors form one list: gold positions are for mentors who travel.
  const isApart = !isOnline && !(await readSite(context)).off.includes('gold')
  const [{ data: silver, nextCursor, total, near, facets }, gold, beside] = await Promise.all([
    readApi(context, searchMentors, {
      query: { ...filter, ...(isApart && { tier: 'silver' as const }), limit: silverOnPage },
    }),
    filter.cursor || !isApart ? { gold: [], total: 0 } : goldPage(context, filter, all),
    filter.cursor || isOnline || draft.within ? noOnlineMentors : onlinePart(context, filter),
  ])
  // A list of all of India, such as a search by name, already includes online mentors.
  const online = near.of === 'around' && filter.within !== undefined ? noOnlineMentors : beside
  const city = near.city
  const free = await freeOnCards(context, [...gold.gold, ...silver, ...online.data])
  const card = (mentor: PublicMentor) => cardOf(mentor, filter, city, free(mentor))
  const isNearby = near.of === 'around' && !isOnline && filter.within === undefined
  const isOfIndia = near.of === 'around' && (filter.within ?? 0) >= everywhereKm
  const what = filterText(filter)
  const place = near.of === 'around' ? null : near.city ? placeNames.city(near.city) : nearText(near)
  return {
    draft,
    skipped,
    chips: chosenFilters(filter, draft, nearText(near)),
    near: isOfIndia ? m.list_india_name() : nearText(near),
    /** Offer to change the place, when none was chosen. */
    assumed: isAssumed(filter) && m.list_change_place(),
    /** City or state of the list; null for a list around a point. */
    place,
    unknownPlace: filter.area && near.from !== 'area' ? filter.area : null,
    count: countText(sumTotals(gold.total, total)),
    /** What is counted, after the count. */
    about: what ? m.list_for({ what }) : isOfIndia ? m.list_in_india() : m.list_near({ place: nearText(near) }),
    gold: { cards: gold.gold.map(card), count: countText(gold.total), hasMore: gold.total !== gold.gold.length, all },
    rest: { cards: silver.map(card), nextCursor, isFirst: !filter.cursor },
    online: {
      // The heading of the section says that they teach online.
      cards: online.data.map((mentor) => ({
        ...cardOf(mentor, { ...filter, mode: ['online'] }, city, free(mentor)),
        place: placeNames.city(mentor.location.city),
      })),
      count: countText(online.total),
      isAll: isOnline,
    },
    /** Whether the list is a circle of our own choice. */
    isNearby,
    order: isOnline ? m.list_online_note() : orders[filter.sort](),
    orderLink: m.rank_title(),
    /** What the list is limited to; null for all of India. */
    scope:
      isOnline || (near.of === 'around' && !isNearby)
        ? null
        : place
          ? m.list_of_place({ place })
          : m.list_nearby_only({ km: nearbyKm }),
    // The area field asks the server for its suggestions.
    options: filterOptions(filter, draft, [], { facets, city }),
  }
}

export type ListData = Awaited<ReturnType<typeof loadList>>

/** As `loadList`, but redirects an expired or foreign cursor to the first page. */
export async function loadListOrFirst(context: LoaderContext, params: URLSearchParams): Promise<ListData> {
  return await loadList(context, params).catch((error: unknown) => {
    throw isInvalidCursor(error, params) ? redirect(localHref(listHref(readAddress(params).draft))) : error
  })
}

/** Whether the server refused the cursor of the URL. */
export const isInvalidCursor = (error: unknown, params: URLSearchParams): boolean =>
  params.has('cursor') && typeof error === 'object' && error !== null && 'init' in error
