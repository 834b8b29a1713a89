import { catalogueEntry, catalogueList, mergeKinds, previewMerge } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { isStatus, readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { BackLink, Facts, MissingRow, Part } from '../kit/admin-part.tsx'
import {
  catalogueKinds,
  entryHref,
  kindName,
  listOf,
  nameOf,
  stateName,
  stateOf,
  usageFacts,
} from '../kit/catalogue-words.ts'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import { Timeline } from '../kit/timeline.tsx'
import type { Route } from './+types/entry-page.ts'
import { actOnEntry } from './catalogue-actions.server.ts'
import { historyWords } from './catalogue-history.server.ts'
import { ticksFor } from './catalogue-ticks.server.ts'
import { EntryFields } from './entry-fields.tsx'
import { EntryMerge } from './entry-merge.tsx'

export { clientAction } from '../kit/admin-result.ts'

const paramsOf = ({ kind, key }: { kind: string; key: string }) => {
  const known = catalogueKinds.find((one) => one === kind)
  if (!known) throw new Response(null, { status: 404 })
  return { kind: known, key }
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url, '/admin/login')
  const { kind, key } = paramsOf(params)
  const { data: entry, history } = await readApi(context, catalogueEntry, { params: { kind, key } })
  const merged = mergeKinds.find((one) => one === kind)
  const mergeKind = stateOf(entry) !== 'merged' && entry.state !== 'removed' ? merged : undefined
  const [{ ticks, taughtIn }, all] = await Promise.all([
    ticksFor(context, kind, entry.subjects),
    merged ? readApi(context, catalogueList, { params: { kind } }) : { data: [] },
  ])
  const nameFor = (slug: string) => all.data.filter((one) => one.key === slug).map(nameOf)[0] ?? slug
  const into = url.searchParams.get('into') ?? ''
  const preview =
    mergeKind && into !== ''
      ? await readApi(context, previewMerge, { params: { kind: mergeKind, key }, query: { into } }).then(
          ({ data }) => ({ into, name: nameFor(into), moved: data }),
          (error: unknown) => {
            if (!isStatus(error, 400, 409)) throw error
            return { into, problem: m.admin_cat_merge_bad() }
          },
        )
      : null
  return {
    entry,
    name: nameOf(entry),
    facts: { ...entry, isShown: entry.state === 'shown', grades: taughtIn(key) },
    ticks,
    events: history.map(historyWords),
    others: mergeKind
      ? all.data
          .filter((one) => one.key !== key && one.parent === entry.parent)
          .filter((one) => one.state === 'shown' || entry.state !== 'shown')
          .map((one) => ({ value: one.key, label: nameOf(one) }))
      : null,
    into: entry.into && nameFor(entry.into),
    preview,
    isAdded: url.searchParams.has('added'),
    canChange: viewer.adminRole !== 'support',
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await actOnEntry(context, paramsOf(params), await readForm(request))
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.name ?? ''} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** One entry of the catalogue: what it is called and where it stands, who uses it, what was done with it. */
export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, name, facts, ticks, events, others, into, preview, isAdded, canChange } = loaderData
  const { kind, key, version } = entry
  const state = stateOf(entry)
  const isOpen = canChange && (state === 'shown' || state === 'hidden')
  return (
    <>
      <BackLink to={listOf(kind)}>{m.admin_nav_subjects()}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{name}</h1>
        <span className="text-muted">{kindName(kind)}</span>
        {state !== 'shown' && <Badge kind="unknown">{stateName(state)}</Badge>}
      </div>
      <ResultNotice result={actionData} />
      {isAdded && version === 1 && (
        <div className="mb-4">
          <Notice tone="good">{m.admin_cat_added()}</Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Part id="facts" title={m.admin_cat_facts()}>
          {isOpen ? (
            <PageForm intent="change" part={`${kind} ${key} ${version}`}>
              {(fields) => (
                <>
                  <input type="hidden" name="version" value={version} />
                  <EntryFields kind={kind} facts={facts} ticks={ticks} fields={fields} />
                  <div>
                    <Button type="submit" loading={fields.busy}>
                      {m.admin_cat_save()}
                    </Button>
                  </div>
                </>
              )}
            </PageForm>
          ) : (
            <Facts
              facts={[
                [m.admin_cat_en(), entry.en],
                [m.admin_cat_hi(), entry.hi],
                [m.admin_cat_aliases(), entry.aliases.join(', ')],
                [m.admin_cat_state(), stateName(state)],
                [m.admin_cat_into(), into],
              ]}
            />
          )}
        </Part>
        <div className="grid gap-5">
          <Part id="usage" title={m.admin_cat_usage()}>
            <Facts facts={usageFacts(kind, entry.usage)} />
          </Part>
          {isOpen && others && (
            <Part id="merge" title={m.admin_cat_merge()}>
              <EntryMerge
                kind={kind}
                path={entryHref(kind, key)}
                name={name}
                version={version}
                others={others}
                preview={preview}
              />
            </Part>
          )}
          {isOpen && (
            <Part id="remove" title={m.admin_cat_remove()}>
              <PageForm intent="remove" part={`remove ${version}`}>
                {({ busy }) => (
                  <>
                    <input type="hidden" name="version" value={version} />
                    <p className="text-small text-muted">{m.admin_cat_remove_text()}</p>
                    <div>
                      <Button type="submit" look="outline" loading={busy}>
                        {m.admin_cat_remove_now()}
                      </Button>
                    </div>
                  </>
                )}
              </PageForm>
            </Part>
          )}
          {!canChange && <p className="text-muted">{m.admin_read_only()}</p>}
        </div>
      </div>
      {events.length > 0 && <Timeline events={events} isCut={false} />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
