import { priceFilter } from '#contract/limits.ts'

/** What is chosen on the list, as the controls hold it. The address holds the same. */
export type Draft = {
  q: string
  class: string
  subject: readonly string[]
  city: string
  area: string
  min: number
  max: number
  mode: readonly string[]
  sort: string
  /** Filters without a control of their own: they came by a link and stay until taken off. */
  kept: readonly (readonly [name: string, value: string])[]
}

/** The filters in a fixed order, without those that say nothing: one choice has one address. */
export function filterParams(draft: Draft): URLSearchParams {
  const params = new URLSearchParams()
  const put = (name: string, value: string) => value !== '' && params.append(name, value)
  put('q', draft.q.trim())
  put('class', draft.class)
  for (const subject of draft.subject) put('subject', subject)
  put('city', draft.city)
  put('area', draft.area.trim())
  if (draft.min > priceFilter.min) put('min', String(draft.min))
  if (draft.max < priceFilter.max) put('max', String(draft.max))
  for (const mode of draft.mode) put('mode', mode)
  for (const [name, value] of draft.kept) put(name, value)
  if (draft.sort !== 'best') put('sort', draft.sort)
  return params
}

/** `/mentors` with these filters, and `more` beside them; without language. */
export function listHref(draft: Draft, more: Record<string, string> = {}): string {
  const params = filterParams(draft)
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return params.size > 0 ? `/mentors?${params}` : '/mentors'
}

/** Takes area and position out of a choice: for a new city, area or position. */
export function noPlace({ kept }: Draft): Pick<Draft, 'area' | 'kept'> {
  return { area: '', kept: kept.filter(([name]) => name !== 'lat' && name !== 'lon') }
}

/** State of a link from the list to a profile: its way back is the browser's. */
export const fromList = 'list'
