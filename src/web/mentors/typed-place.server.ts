import { autocomplete } from '#contract/reference/places.ts'
import { type LoaderContext, readApi } from '../api.ts'
import { type Draft, withLocation } from './filter-address.ts'
import { cityNamed } from './places.server.ts'

/**
 * The selection with the place that a text in the area field names exactly: a city, a PIN code or "area, city". Null for
 * anything else, for example a misspelt area. Requires `knownAreas`.
 */
export async function typedPlace(context: LoaderContext, draft: Draft): Promise<Draft | null> {
  const text = draft.area.trim()
  const listed = cityNamed(text)
  if (listed) return withLocation(draft, String(new URLSearchParams({ state: listed.state, city: listed.name })))
  const { data } = await readApi(context, autocomplete, { query: { q: text, limit: 1 } }).catch(() => ({ data: [] }))
  const [found] = data
  if (!found) return null
  const names = [found.label, found.labelHi].map((label) => label.split(',')[0]?.toLowerCase())
  if (!/,|^\d{3} ?\d{3}$/.test(text) && !names.includes(text.toLowerCase())) return null
  const { state, city, area } = found
  return withLocation(draft, String(new URLSearchParams({ state, city, ...(area && { area }) })))
}
