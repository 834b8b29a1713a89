import { redirect } from 'react-router'
import {
  type AdminPlace,
  adminPlace,
  type PlaceMoved,
  type PlaceUsage,
  previewMerge,
} from '#contract/reference/admin-places.ts'
import { placeKinds } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { LocationMap } from '../../signup/location-map.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { MissingRow } from '../kit/admin-part.tsx'
import type { Route } from './+types/place-page.ts'
import { historyEvent, mergePreview } from './item.server.ts'
import { ItemLayout } from './item-layout.tsx'
import { addPlaceNames, PlaceFields, placeKindNames, placeName, placesHref, type ShowMap } from './place-fields.tsx'
import { parentsOf, placeOptions, runPlaceAction } from './place-form.server.ts'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const canChange = viewer.adminRole !== 'support'
  if (params.id === 'new') {
    if (!canChange) throw redirect(localHref(placesHref))
    return await newPlace(context, url.searchParams)
  }
  const { data } = await readApi(context, adminPlace, { params })
  const { history, usage, hasMap, ...place } = data
  const beside = place.kind === 'area' && place.parent ? { within: place.parent._id } : {}
  const preview = async (into: string) => {
    const found = await readApi(context, previewMerge, { params, query: { into } })
    const title = m.admin_cat_merge_title({ name: placeName(place), into: placeName(found.data.into) })
    return { title, facts: usageFacts(found.data.moved) }
  }
  const [parents, targets, merge] = await Promise.all([
    parentsOf(context, place.kind),
    placeOptions(context, { kind: place.kind, ...beside }),
    mergePreview(url.searchParams.get('into'), preview),
  ])
  return {
    ...{ place, parents, hasMap, canChange, title: placeName(place), path: `${placesHref}/${place._id}` },
    about: [placeKindNames[place.kind](), place.parent && placeName(place.parent)].filter(Boolean).join(', '),
    used: usageFacts(usage),
    usedBy: preventing
      .filter((use) => usage[use] > 0)
      .map((use) => m.admin_count_of({ name: usageNames[use](), count: formatNumber(usage[use]) })),
    merge: {
      ...{ text: m.admin_place_merge_text(), preview: merge },
      targets: targets.filter(({ value }) => value !== place._id),
    },
    events: history.map((past, i) => historyEvent(past, i, past.changes)),
    isAdded: url.searchParams.has('added'),
  }
}

const usageNames: Record<keyof PlaceUsage, () => string> = {
  mentors: m.admin_cat_mentors,
  drafts: m.admin_cat_drafts,
  families: m.admin_places_families,
  reviews: m.admin_place_reviews,
  landings: m.admin_place_landings,
  parts: m.admin_place_parts,
}
/** Uses that prevent the removal of a place. */
const preventing = ['mentors', 'drafts', 'families', 'parts'] as const
const usageFacts = (usage: PlaceUsage | PlaceMoved) =>
  Object.entries(usage).map(([use, n]) => [usageNames[use as keyof PlaceUsage](), formatNumber(n)] as const) // its own keys

/** Form of a new place with kind, parent, Hindi name and point from the URL. */
async function newPlace(context: Route.LoaderArgs['context'], search: URLSearchParams) {
  const kind = placeKinds.find((one) => one === search.get('kind')) ?? 'area'
  const parents = await parentsOf(context, kind)
  const parent = parents.find(({ value }) => value === search.get('in'))
  const id = (parent ?? parents[0])?.value
  const known = id ? (await readApi(context, adminPlace, { params: { id } })).data : null
  const place: AdminPlace = {
    ...{ _id: '', kind, name: '', nameHi: search.get('nameHi')?.slice(0, 60) ?? '', aliases: [], status: 'shown' },
    ...{ lat: Number(search.get('lat')) || null, lon: Number(search.get('lon')) || null },
    ...{ parent: parent && known ? known : null, version: 0, mentors: 0, families: 0 },
  }
  return {
    ...{ place, parents, title: addPlaceNames[kind](), path: null, about: '', hasMap: known?.hasMap ?? false },
    ...{ canChange: true, used: [], usedBy: [], merge: null, events: [], isAdded: false },
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await runPlaceAction(context, params.id === 'new' ? null : params.id, await readForm(request))
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? ''} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

const mapLabels = { title: m.admin_place_map_title, done: m.admin_place_map_title, saved: m.admin_place_map_taken }

/** Adds or changes one place. */
export default function PlacePage({ loaderData }: Route.ComponentProps) {
  const { place, parents, hasMap, ...shared } = loaderData
  const { version, status } = place
  const showMap: ShowMap = (at, onPoint) => (
    <LocationMap place={{ ...at, city: place.parent?.name ?? '', state: '' }} onConfirm={onPoint} labels={mapLabels} />
  )
  return (
    <ItemLayout
      {...{ ...shared, version, list: placesHref, listName: m.admin_place_all(), isOpen: true }}
      badge={status === 'hidden' ? m.admin_cat_hidden() : null}
      fields={(fields) => <PlaceFields {...{ place, parents, fields }} showMap={hasMap ? showMap : null} />}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list={placesHref} />
}
