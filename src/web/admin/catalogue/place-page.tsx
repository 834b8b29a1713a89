import { redirect } from 'react-router'
import { adminPlace, mergePlace, previewMerge, removePlace, savePlace } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { isStatus, readApi, writeApi } from '../../api.ts'
import { fromForm, intentOf, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { PlaceCheck } from '../../signup/place-check.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { AdminForm } from '../kit/admin-form.tsx'
import { BackLink, Disclosure, Facts, MissingRow, Part } from '../kit/admin-part.tsx'
import { emptyResult } from '../kit/admin-result.ts'
import { PageForm } from '../kit/page-form.tsx'
import { Timeline } from '../kit/timeline.tsx'
import type { Route } from './+types/place-page.ts'
import { factsOf, parentsOf, placeIn, placeOptions, refusedPlace } from './place-actions.server.ts'
import { mapWords, PlaceFields } from './place-fields.tsx'
import { eventWord, fieldWord, inWords, kindWords, statusWords } from './place-labels.server.ts'
import { PlaceMerge } from './place-merge.tsx'

export { clientAction } from '../kit/admin-result.ts'

const list = '/admin/subjects/places'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { data } = await readApi(context, adminPlace, { params })
  const { history, ...place } = data
  const beside = place.kind === 'area' && place.parent ? { within: place.parent._id } : {}
  const into = url.searchParams.get('into')
  const [parents, targets, preview] = await Promise.all([
    parentsOf(context, place.kind),
    placeOptions(context, { kind: place.kind, ...beside }),
    into ? readApi(context, previewMerge, { params, query: { into } }).catch(noPreview) : null,
  ])
  return {
    place: {
      ...place,
      facts: factsOf(place),
      kindName: kindWords[place.kind](),
      parentName: place.parent && inWords(place.parent),
    },
    title: inWords(place),
    statusName: statusWords[place.status](),
    parents,
    targets: targets.filter(({ value }) => value !== place._id),
    preview: into && preview ? { id: into, into: inWords(preview.data.into), moved: preview.data.moved } : null,
    canDecide: viewer.adminRole !== 'support',
    events: history.map(({ at, by, action, changes }) => ({
      ...{ key: at, title: eventWord(action), at: formatDateTime(at), facts: by ?? '', to: null },
      text: changes
        .map(({ field, from, to }) =>
          m.admin_change_line({ field: fieldWord(field), from: from || '–', to: to || '–' }),
        )
        .join(' · '),
    })),
  }
}

/** Nothing to merge into is as good as nothing chosen. */
function noPreview(error: unknown): null {
  if (isStatus(error, 400, 404, 409)) return null
  throw error
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = intentOf(form, 'merge', 'remove', 'save')
  if (intent === 'merge') {
    const reply = await sendForm(context, mergePlace, form, { params })
    return reply.ok ? redirect(localHref(`${list}/${textOf(form, 'into')}`)) : refusedPlace(form, reply)
  }
  if (intent === 'remove') {
    const query = fromForm(removePlace.schema.querystring, form)
    const reply = await writeApi(context, removePlace, { params, query })
    return reply.ok ? redirect(localHref(list)) : refusedPlace(form, reply)
  }
  const reply = await sendForm(context, savePlace, form, { params, body: placeIn(form) })
  if (!reply.ok) return refusedPlace(form, reply)
  return { ...emptyResult(form), done: { title: m.admin_place_saved(), text: '' } }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? ''} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** One place: what it is called and where it is, who is there, what was changed of it. */
export default function PlacePage({ loaderData }: Route.ComponentProps) {
  const { place, parents, targets, preview, canDecide, events, statusName, title } = loaderData
  const { usage, facts, version } = place
  const isUsed = usage.mentors + usage.drafts + usage.families + usage.parts > 0
  const count = (n: number) => formatNumber(n)
  return (
    <>
      <BackLink to={list}>{m.admin_place_all()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{title}</h1>
        <span className="text-muted">{[place.kindName, place.parentName].filter(Boolean).join(', ')}</span>
        {place.status === 'hidden' && <Badge kind="unknown">{m.admin_places_hidden()}</Badge>}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Part id="place" title={m.admin_place_facts()}>
          {canDecide ? (
            <AdminForm intent="save" part={JSON.stringify(facts)} version={version}>
              {({ field, result, busy }) => (
                <>
                  <PlaceFields
                    place={facts}
                    parents={parents}
                    fields={{ field, result }}
                    showMap={
                      place.hasMap
                        ? ({ name, lat, lon }, onPoint) => (
                            <PlaceCheck
                              place={{ area: name, city: place.parent?.name ?? '', state: '', lat, lon }}
                              onPoint={onPoint}
                              words={mapWords}
                            />
                          )
                        : null
                    }
                  />
                  <p className="text-small text-muted">
                    {m.admin_place_rename_follow({ mentors: count(usage.mentors), families: count(usage.families) })}
                  </p>
                  <Button type="submit" loading={busy} className="justify-self-start">
                    {m.admin_place_save()}
                  </Button>
                </>
              )}
            </AdminForm>
          ) : (
            <Facts
              facts={[
                [m.admin_place_name_hi(), place.nameHi],
                [m.admin_places_aliases(), place.aliases.join(', ')],
                [m.admin_place_lat(), place.lat],
                [m.admin_place_lon(), place.lon],
                [m.admin_places_status(), statusName],
              ]}
            />
          )}
        </Part>
        <div className="grid gap-5">
          <Part id="used" title={m.admin_place_used()}>
            <Facts
              facts={[
                [m.admin_places_mentors(), count(usage.mentors)],
                [m.admin_place_drafts(), count(usage.drafts)],
                [m.admin_places_families(), count(usage.families)],
                [m.admin_place_reviews(), count(usage.reviews)],
                [m.admin_place_landings(), place.kind === 'city' ? count(usage.landings) : null],
                [m.admin_place_parts(), place.kind === 'area' ? null : count(usage.parts)],
              ]}
            />
          </Part>
          {canDecide && (
            <Part id="actions" title={m.admin_col_actions()}>
              <div className="divide-y divide-line">
                <Disclosure title={m.admin_place_merge()} isOpen={preview !== null}>
                  <PlaceMerge name={title} version={version} targets={targets} preview={preview} />
                </Disclosure>
                <Disclosure title={m.admin_place_remove()}>
                  {isUsed ? (
                    <p className="text-small text-muted">{m.admin_place_remove_used()}</p>
                  ) : (
                    <PageForm intent="remove" part="">
                      {({ busy }) => (
                        <>
                          <input type="hidden" name="version" value={version} />
                          <p className="text-small text-muted">{m.admin_place_remove_text()}</p>
                          <Button type="submit" look="danger" loading={busy} className="justify-self-start">
                            {m.admin_place_remove()}
                          </Button>
                        </>
                      )}
                    </PageForm>
                  )}
                </Disclosure>
              </div>
            </Part>
          )}
        </div>
      </div>
      {events.length > 0 && <Timeline events={events} isCut={false} />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list={list} />
}
