import { priceFilter } from '#contract/wire/limits.ts'

/** What is chosen on the list, as the controls hold it. The address holds the same. */
export type Draft = {
  q: string
  class: string
  subject: readonly string[]
  state: string
  city: string
  area: string
  min: number
  max: number
  mode: readonly string[]
  board: string
  gender: string
  days: readonly string[]
  language: string
  rating: string
  /** Kilometres; empty for what the list begins with. */
  within: string
  sort: string
  /** What has no control: a position, and the mentors that a link names. */
  kept: readonly (readonly [name: string, value: string])[]
}

const texts = ['board', 'gender', 'language', 'rating', 'within'] as const

/** The filters in a fixed order, without those that say nothing: one choice has one address. */
export function filterParams(draft: Draft): URLSearchParams {
  const params = new URLSearchParams()
  const put = (name: string, value: string) => value !== '' && params.append(name, value)
  put('q', draft.q.trim())
  put('class', draft.class)
  for (const subject of draft.subject) put('subject', subject)
  put('state', draft.state)
  put('city', draft.city)
  put('area', draft.area.trim())
  if (draft.min > priceFilter.min) put('min', String(draft.min))
  if (draft.max < priceFilter.max) put('max', String(draft.max))
  for (const mode of draft.mode) put('mode', mode)
  for (const day of draft.days) put('days', day)
  for (const name of texts) put(name, draft[name])
  for (const [name, value] of draft.kept) put(name, value)
  if (draft.sort !== 'best') put('sort', draft.sort)
  return params
}

/** The list with these filters, and `more` beside them; without language. */
export function listHref(draft: Draft, more: Record<string, string> = {}, path = '/mentors'): string {
  const params = filterParams(draft)
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return params.size > 0 ? `${path}?${params}` : path
}

/** Takes area and position out of a choice: for a new city, area or position. */
export function withoutLocation({ kept }: Draft): Pick<Draft, 'area' | 'kept'> {
  return { area: '', kept: kept.filter(([name]) => name !== 'lat' && name !== 'lon') }
}

const locationFields = ['state', 'city', 'area', 'lat', 'lon']

/** The place in a choice, as an address; empty when there is none. */
export function locationParams(draft: Draft): string {
  const all = filterParams(draft)
  return new URLSearchParams([...all].filter(([name]) => locationFields.includes(name))).toString()
}

/** The choice with the place of an address. */
export function withLocation(draft: Draft, place: string): Draft {
  const params = new URLSearchParams(place)
  const text = (name: string) => params.get(name) ?? ''
  const position = ['lat', 'lon'].flatMap((name) => (text(name) ? [[name, text(name)] as const] : []))
  const kept = [...withoutLocation(draft).kept, ...position]
  return { ...draft, state: text('state'), city: text('city'), area: text('area'), kept }
}

/** The list with one value in or out. */
export const toggled = (list: readonly string[], value: string): string[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value]

/** State of a link from the list to a profile: its way back is the browser's. */
export const fromList = 'list'
