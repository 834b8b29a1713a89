import { redirect } from 'react-router'
import { addPlace, adminPlace, placeKinds } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { PlaceCheck } from '../../signup/place-check.tsx'
import { Button } from '../../ui/button.tsx'
import { BackLink } from '../kit/admin-part.tsx'
import type { AdminResult } from '../kit/admin-result.ts'
import { PageForm } from '../kit/page-form.tsx'
import type { Route } from './+types/new-place-page.ts'
import { type PlaceFacts, parentsOf, placeIn, refusedPlace } from './place-actions.server.ts'
import { mapWords, PlaceFields } from './place-fields.tsx'

export { clientAction } from '../kit/admin-result.ts'

const list = '/admin/subjects/places'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  if (viewer.adminRole === 'support') throw redirect(localHref(list))
  const kind = placeKinds.find((one) => one === url.searchParams.get('kind')) ?? 'area'
  const parents = await parentsOf(context, kind)
  const wanted = url.searchParams.get('in') ?? ''
  const parent = parents.some(({ value }) => value === wanted) ? wanted : ''
  const [first] = parents
  const known = first ? await readApi(context, adminPlace, { params: { id: parent || first.value } }) : null
  const text = (name: string) => url.searchParams.get(name) ?? ''
  const place: PlaceFacts = {
    ...{ kind, parent, name: '', nameHi: text('nameHi').slice(0, 60), aliases: '', status: 'shown' },
    ...{ lat: text('lat').slice(0, 12), lon: text('lon').slice(0, 12) },
  }
  return { place, parents, hasMap: known?.data.hasMap ?? false }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form, 'add')
  const reply = await sendForm(context, addPlace, form, { body: placeIn(form) })
  return reply.ok ? redirect(localHref(`${list}/${reply.data.data._id}`)) : refusedPlace(form, reply)
}

const titles = { state: m.admin_places_add_state, city: m.admin_places_add_city, area: m.admin_places_add_area }

export function meta({ loaderData }: Route.MetaArgs) {
  const title = titles[loaderData?.place.kind ?? 'area']()
  return [{ title: `${title} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** A place that is not there yet. */
export default function NewPlacePage({ loaderData, actionData }: Route.ComponentProps) {
  const { place, parents, hasMap } = loaderData
  const result = actionData as AdminResult | undefined // true: the action answers nothing else
  return (
    <>
      <BackLink to={list}>{m.admin_place_all()}</BackLink>
      <h1 className="mt-1 mb-4 text-h1">{titles[place.kind]()}</h1>
      <div className="card max-w-160">
        <PageForm intent="add" part={place.kind}>
          {({ field, busy }) => (
            <>
              <PlaceFields
                place={place}
                parents={parents}
                fields={{ field, result }}
                showMap={
                  hasMap
                    ? ({ name, lat, lon }, onPoint) => (
                        <PlaceCheck
                          place={{ area: name, city: '', state: '', lat, lon }}
                          onPoint={onPoint}
                          words={mapWords}
                        />
                      )
                    : null
                }
              />
              <Button type="submit" loading={busy} className="justify-self-start">
                {m.admin_place_add()}
              </Button>
            </>
          )}
        </PageForm>
      </div>
    </>
  )
}
