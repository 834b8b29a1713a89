import { redirect } from 'react-router'
import { type AdminPlace, adminPlace, type PlaceUsage } from '#contract/reference/admin-places.ts'
import { placeKinds } from '#contract/reference/limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { MissingRow } from '../kit/admin-part.tsx'
import type { Route } from './+types/place-page.ts'
import { ItemLayout } from './item-layout.tsx'
import { addPlaceNames, PlaceFields, placeKindNames, placeName, placesHref } from './place-fields.tsx'
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
  const { usage, ...place } = (await readApi(context, adminPlace, { params })).data
  const { kind, parent, aliases } = place
  const alias = url.searchParams.get('alias')?.slice(0, 60)
  const [parents, targets] = await Promise.all([
    parentsOf(context, kind),
    placeOptions(context, { kind, ...(kind === 'area' && parent && { within: parent._id }) }),
  ])
  return {
    place: { ...place, aliases: alias ? [...new Set([...aliases, alias])] : aliases },
    parents,
    canChange,
    title: placeName(place),
    subject: place._id,
    about: [placeKindNames[kind](), parent && placeName(parent)].filter(Boolean).join(', '),
    uses: usageNames.map(([use, name]) => ({ name: name(), count: usage[use], isBlocking: use !== 'reviews' })),
    merge:
      usage.parts > 0
        ? { text: m.admin_place_merge_parts(), targets: null }
        : { text: m.admin_place_merge_text(), targets: targets.filter(({ value }) => value !== place._id) },
    isAdded: url.searchParams.has('added'),
  }
}

const usageNames: [keyof PlaceUsage, () => string][] = [
  ['mentors', m.admin_cat_mentors],
  ['drafts', m.admin_cat_drafts],
  ['families', m.admin_places_families],
  ['reviews', m.admin_place_reviews],
  ['parts', m.admin_place_parts],
]

/** Form of a new place with kind, parent, names and point from the URL. */
async function newPlace(context: Route.LoaderArgs['context'], search: URLSearchParams) {
  const kind = placeKinds.find((one) => one === search.get('kind')) ?? 'area'
  const parents = await parentsOf(context, kind)
  const parent = parents.find(({ value }) => value === search.get('in'))
  const text = (name: string) => search.get(name)?.slice(0, 60) ?? ''
  const place: AdminPlace = {
    _id: '',
    kind,
    name: text('name'),
    nameHi: text('nameHi'),
    aliases: [],
    status: 'shown',
    lat: Number(search.get('lat')) || null,
    lon: Number(search.get('lon')) || null,
    parent: parent ? { _id: parent.value, name: parent.label, nameHi: parent.label } : null,
    version: 0,
    mentors: 0,
    families: 0,
  }
  return {
    place,
    parents,
    title: addPlaceNames[kind](),
    subject: null,
    about: '',
    canChange: true,
    uses: [],
    merge: null,
    isAdded: false,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await runPlaceAction(context, params.id === 'new' ? null : params.id, await readForm(request))
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.title ?? '')

/** Adds or changes one place. */
export default function PlacePage({ loaderData }: Route.ComponentProps) {
  const { place, parents, ...shared } = loaderData
  const { version, status } = place
  return (
    <ItemLayout
      {...{ ...shared, version, list: placesHref, listName: m.admin_place_all(), isOpen: true }}
      badge={status === 'hidden' ? m.admin_cat_hidden() : null}
      fields={(fields) => <PlaceFields place={place} parents={parents} fields={fields} />}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <MissingRow error={error} list={placesHref} title={m.admin_place_missing()} text={m.admin_place_missing_text()} />
  )
}
