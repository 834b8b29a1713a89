import { redirect } from 'react-router'
import { addPlace, adminPlaces, mergePlace, removePlace, savePlace } from '#contract/reference/admin-places.ts'
import type { PlaceKind } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, writeApi } from '../../api.ts'
import { fromForm, intentOf, listIn, sendForm } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import type { Option } from '../../ui/field.tsx'
import { emptyResult } from '../kit/admin-result.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { placeName, placesHref } from './place-fields.tsx'

/** Options with all places of a kind, or those within another place. */
export async function placeOptions(
  context: LoaderContext,
  of: { kind: PlaceKind; within?: string },
): Promise<Option[]> {
  const found: Option[] = []
  let cursor: string | null | undefined
  do {
    const page = await readApi(context, adminPlaces, { query: { ...of, limit: 100, ...(cursor && { cursor }) } })
    found.push(...page.data.map((one) => ({ value: one._id, label: placeName(one) })))
    cursor = page.nextCursor
  } while (cursor)
  return found
}

/** Possible parents of a kind of place. */
export const parentsOf = async (context: LoaderContext, kind: PlaceKind): Promise<Option[]> =>
  kind === 'state' ? [] : await placeOptions(context, { kind: kind === 'area' ? 'city' : 'state' })

/** Saves, merges or removes a place; without an id it adds one. Every intent but `save` redirects. */
export async function runPlaceAction(context: LoaderContext, id: string | null, form: FormData) {
  const params = { id: id ?? '' }
  const into = textOf(form, 'into')
  const body = { aliases: listIn(form, 'aliases') }
  switch (intentOf(form, 'merge', 'remove', 'save')) {
    case 'merge':
      if (into === '' || !isTicked(form, 'isSure')) return { ...emptyResult(form), problem: m.admin_cat_merge_bad() }
      return await toResult(form, sendForm(context, mergePlace, form, { params }), `/${into}`)
    case 'remove': {
      const query = fromForm(removePlace.schema.querystring, form)
      return await toResult(form, writeApi(context, removePlace, { params, query }), '')
    }
    case 'save': {
      if (id !== null) return await toResult(form, sendForm(context, savePlace, form, { params, body }), null)
      const sent = sendForm(context, addPlace, form, { body })
      const reply = await sent
      return await toResult(form, sent, reply.ok ? `/${reply.data.data._id}?added=1` : null)
    }
  }
}

/** Redirects to `next` below the list on success; an unlikely point asks for confirmation. */
async function toResult(form: FormData, sent: ReturnType<typeof sendForm>, next: string | null) {
  if (next !== null && (await sent).ok) throw redirect(localHref(`${placesHref}${next}`))
  return await answerForm(form, sent, {
    done: m.admin_cat_saved(),
    bad: m.admin_place_bad(),
    ...(textOf(form, 'intent') === 'save' && { conflict: 'place-changed' }),
    fields: {
      name: m.admin_place_bad_name(),
      nameHi: m.admin_place_bad_name_hi(),
      aliases: m.admin_place_bad_aliases(),
      lat: m.admin_place_bad_lat(),
      lon: m.admin_place_bad_lon(),
      parent: m.admin_place_bad_parent(),
    },
    asks: ({ code, message }) =>
      code === 'place-far' || code === 'place-other-state'
        ? { fields: { lat: message }, values: { askSure: '1' } }
        : {},
  })
}
