import { redirect } from 'react-router'
import {
  type AdminCatalogueEntry,
  catalogueEntry,
  type MergeKind,
  type Moved,
  mergeKinds,
  previewMerge,
  type Usage,
} from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { formatNumber } from '../../ui/money.tsx'
import { MissingRow } from '../kit/admin-part.tsx'
import {
  catalogueKind,
  entryHref,
  kindFrom,
  kindHref,
  nameOf,
  stateName,
  stateOf,
  usageFacts,
  useNames,
} from '../kit/catalogue-labels.ts'
import type { Route } from './+types/entry-page.ts'
import { EntryFields } from './entry-fields.tsx'
import { choicesFor, entriesOf, runEntryAction } from './entry-form.server.ts'
import { historyEvent, mergePreview } from './item.server.ts'
import { ItemLayout } from './item-layout.tsx'

export { clientAction } from '../kit/admin-result.ts'

/** Initial values of a new entry; the server appends it to the list. */
const blank = (kind: CatalogueKind): AdminCatalogueEntry => ({
  ...{ kind, key: '', parent: '', en: '', hi: '', aliases: [], subjects: [], place: 1000, state: 'shown' },
  ...{ into: null, isHome: false, version: 0, usage: { mentors: 0, learners: 0, bookings: 0, drafts: 0 } },
})

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const kind = kindFrom(params.kind)
  const canChange = viewer.adminRole !== 'support'
  if (!params.key && !canChange) throw redirect(localHref(kindHref(kind)))
  const { data: entry, history } = params.key
    ? await readApi(context, catalogueEntry, { params: { kind, key: params.key } })
    : { data: blank(kind), history: [] }
  const { key, state, parent } = entry
  const mergeKind = mergeKinds.find((one) => one === kind && key !== '')
  const [choices, all] = await Promise.all([choicesFor(context, entry), mergeKind ? entriesOf(context, kind) : []])
  const nameFor = (one: string) => all.filter((other) => other.key === one).map(nameOf)[0] ?? one
  const targets = all.filter(
    (one) => one.key !== key && one.parent === parent && (one.state === 'shown' || state !== 'shown'),
  )
  const preview = async (kind: MergeKind, into: string) => {
    const { data } = await readApi(context, previewMerge, { params: { kind, key }, query: { into } })
    return movedFacts(entry, nameFor(into), data)
  }
  return {
    entry,
    choices,
    canChange,
    mergedInto: entry.into && nameFor(entry.into),
    merge: mergeKind
      ? {
          text: kind === 'subject' ? m.admin_cat_merge_text() : m.admin_cat_merge_text_fact(),
          targets: targets.map((one) => ({ value: one.key, label: nameOf(one) })),
          preview: await mergePreview(url.searchParams.get('into'), (into) => preview(mergeKind, into)),
        }
      : null,
    events: history.map((past, i) => historyEvent(past, i, changesIn(past.action, past.detail))),
    isAdded: url.searchParams.has('added'),
  }
}

/** Changes of an audit entry, which stores changed values as `{ was, now }` and others directly. */
const changesIn = (action: string, detail: Record<string, unknown>) =>
  Object.entries(detail).map(([field, value]) => {
    const { was, now } = Object(value) as { was?: unknown; now?: unknown } // a text becomes an object without these properties
    return now === undefined
      ? { field, to: value }
      : { field, from: action === 'catalogue.add' ? undefined : was, to: now }
  })

function movedFacts(entry: AdminCatalogueEntry, into: string, moved: Moved) {
  const facts: [string, string][] = [
    [m.admin_cat_mentors(), formatNumber(moved.mentors)],
    [m.admin_cat_merge_both(), formatNumber(moved.both)],
    entry.kind === 'subject'
      ? [m.admin_cat_merge_bookings(), formatNumber(moved.bookings)]
      : [m.admin_cat_learners(), formatNumber(moved.learners)],
    [m.admin_cat_drafts(), formatNumber(moved.drafts)],
    [m.admin_cat_merge_words({ into }), moved.words.join(', ')],
  ]
  return { title: m.admin_cat_merge_title({ name: nameOf(entry), into }), facts }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { kind, key = '' } = params
  return await runEntryAction(context, { kind: kindFrom(kind), key }, await readForm(request))
}

/** Uses that prevent the removal of an entry, for example "Mentors: 8". */
const usesOf = (usage: Usage) =>
  Object.entries(usage).flatMap(
    ([use, count]) =>
      count > 0 ? [m.admin_count_of({ name: useNames[use as keyof Usage](), count: formatNumber(count) })] : [], // its own keys
  )

const titleOf = (entry: AdminCatalogueEntry) => (entry.key === '' ? catalogueKind[entry.kind].add() : nameOf(entry))

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? titleOf(loaderData.entry) : ''
  return [{ title: `${title} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Adds or changes one entry of the catalogue. */
export default function EntryPage({ loaderData }: Route.ComponentProps) {
  const { entry, choices, mergedInto, ...shared } = loaderData
  const { kind, key, version } = entry
  const state = stateOf(entry)
  const about = key === '' ? [] : [catalogueKind[kind].name(), mergedInto && `${m.admin_cat_into()}: ${mergedInto}`]
  return (
    <ItemLayout
      {...{ ...shared, version, title: titleOf(entry), about: about.filter(Boolean).join(' · ') }}
      {...{ list: kindHref(kind), listName: catalogueKind[kind].plural() }}
      path={key === '' ? null : entryHref(kind, key)}
      badge={state === 'shown' ? null : stateName(state)}
      isOpen={state === 'shown' || state === 'hidden'}
      used={usageFacts(kind, entry.usage)}
      usedBy={usesOf(entry.usage)}
      fields={(fields) => <EntryFields entry={entry} choices={choices} fields={fields} />}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
