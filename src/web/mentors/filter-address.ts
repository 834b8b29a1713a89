import { priceFilter } from '#contract/mentors/limits.ts'

/** Selected filters as the controls hold them; the URL contains the same. */
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
  /** Radius in kilometres; empty for the default. */
  within: string
  sort: string
  /** Parameters without a control: a position, and the mentors of a link. */
  hidden: readonly (readonly [name: string, value: string])[]
}

const texts = ['board', 'gender', 'language', 'rating', 'within'] as const

/** Filters in a fixed order without defaults, so that each selection has one URL. */
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
  for (const [name, value] of draft.hidden) put(name, value)
  if (draft.sort !== 'best') put('sort', draft.sort)
  return params
}

/** URL of the list with these filters and extra parameters, without language prefix. */
export function listHref(draft: Draft, more: Record<string, string> = {}, path = '/mentors'): string {
  const params = filterParams(draft)
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return params.size > 0 ? `${path}?${params}` : path
}

/** Clears area and position, for a new city, area or position. */
export function withoutLocation({ hidden }: Draft): Pick<Draft, 'area' | 'hidden'> {
  return { area: '', hidden: hidden.filter(([name]) => name !== 'lat' && name !== 'lon') }
}

/** Radius of a search in all of India. */
export const everywhere = '5000'

const locationFields = ['state', 'city', 'area', 'lat', 'lon']

/** Location of a selection as URL parameters; empty when there is none. */
export function locationParams(draft: Draft): string {
  const all = filterParams(draft)
  return new URLSearchParams([...all].filter(([name]) => locationFields.includes(name))).toString()
}

/** The selection with the location from URL parameters. */
export function withLocation(draft: Draft, place: string): Draft {
  const params = new URLSearchParams(place)
  const text = (name: string) => params.get(name) ?? ''
  const position = ['lat', 'lon'].flatMap((name) => (text(name) ? [[name, text(name)] as const] : []))
  const hidden = [...withoutLocation(draft).hidden, ...position]
  return { ...draft, state: text('state'), city: text('city'), area: text('area'), hidden }
}

/** Adds or removes a value. */
export const toggled = (list: readonly string[], value: string): string[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value]

/** Link state of profiles opened from the list, so that their back link uses the history. */
export const fromList = 'list'
