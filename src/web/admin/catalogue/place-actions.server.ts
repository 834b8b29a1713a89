import { data, type RouterContextProvider } from 'react-router'
import { type AdminPlace, adminPlaces, type PlaceKind } from '#contract/reference/admin-places.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { readApi, type WriteReply } from '../../api.ts'
import { decimalIn, listIn } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'
import type { Option } from '../../ui/field.tsx'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'
import { inWords } from './place-labels.server.ts'

type Given = Readonly<RouterContextProvider>
/** A place as the fields of its form hold it. */
export type PlaceFacts = Record<'parent' | 'name' | 'nameHi' | 'aliases' | 'lat' | 'lon', string> & {
  kind: PlaceKind
  status: 'shown' | 'hidden'
}

export const factsOf = (place: AdminPlace): PlaceFacts => ({
  ...{ kind: place.kind, name: place.name, nameHi: place.nameHi, status: place.status },
  ...{ parent: place.parent?._id ?? '', aliases: place.aliases.join('\n') },
  ...{ lat: place.lat === null ? '' : String(place.lat), lon: place.lon === null ? '' : String(place.lon) },
})

/** What a place of a kind can lie in. */
export async function parentsOf(context: Given, kind: PlaceKind): Promise<Option[]> {
  return kind === 'state' ? [] : await placeOptions(context, { kind: kind === 'area' ? 'city' : 'state' })
}

/** Every place of a kind to choose from, or those in another one. */
export async function placeOptions(context: Given, of: { kind: PlaceKind; within?: string }): Promise<Option[]> {
  const query = { ...of, limit: 100 }
  const found: Option[] = []
  let cursor: string | null | undefined
  do {
    const page = await readApi(context, adminPlaces, { query: { ...query, ...(cursor && { cursor }) } })
    found.push(...page.data.map((one) => ({ value: one._id, label: inWords(one) })))
    cursor = page.nextCursor
  } while (cursor)
  return found
}

/** What a form says of a place in other words than the endpoints take. */
export function placeIn(form: FormData) {
  const point = (name: string) => (textOf(form, 'kind') === 'state' ? null : decimalIn(form, name))
  return { aliases: listIn(form, 'aliases'), lat: point('lat'), lon: point('lon') }
}

const fieldProblems: Record<string, () => string> = {
  name: m.admin_place_bad_name,
  nameHi: m.admin_place_bad_name_hi,
  aliases: m.admin_place_bad_aliases,
  lat: m.admin_place_bad_lat,
  lon: m.admin_place_bad_lon,
  parent: m.admin_place_bad_parent,
}

/** What is wrong with a form about a place; a point that seems wrong is asked about. */
export function refusedPlace(form: FormData, reply: Extract<WriteReply<Endpoint>, { ok: false }>) {
  const result: AdminResult = emptyResult(form)
  const { code, message, details } = reply.error
  if (code === 'bad-request') {
    const wrong = (details?.fields ?? []) as { field: string }[] // true: of `bad-request` they always are
    for (const { field } of wrong) {
      const [name = ''] = field.split('.')
      result.fields[name] = fieldProblems[name]?.() ?? m.admin_place_bad()
    }
    result.problem = m.admin_place_bad()
  } else if (code === 'place-changed') result.conflict = { text: message, events: [] }
  else result.problem = message
  if (code === 'place-far' || code === 'place-other-state') {
    result.values.askSure = '1'
    result.fields.lat = message
  }
  // To scripts a refusal is an answer like any other; a page of its own carries the status.
  return isTicked(form, 'plain') ? data(result, { status: reply.status }) : result
}
