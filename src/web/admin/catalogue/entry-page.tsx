import { redirect } from 'react-router'
import { type AdminCatalogueEntry, catalogueEntry, mergeKinds } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { MissingRow } from '../kit/admin-part.tsx'
import { catalogueKind, kindFrom, kindHref, nameOf, stateName, stateOf, useNames } from '../kit/catalogue-labels.ts'
import type { Route } from './+types/entry-page.ts'
import { EntryFields } from './entry-fields.tsx'
import { choicesFor, entriesOf, runEntryAction } from './entry-form.server.ts'
import { ItemLayout } from './item-layout.tsx'

export { clientAction } from '../kit/admin-result.ts'

/** Initial values of a new entry; the server appends it to the list. */
const blank = (kind: CatalogueKind): AdminCatalogueEntry => ({
  kind,
  key: '',
  parent: '',
  en: '',
  hi: '',
  aliases: [],
  subjects: [],
  place: 1000,
  state: 'shown',
  into: null,
  isHome: false,
  version: 0,
  usage: { mentors: 0, learners: 0, bookings: 0, drafts: 0 },
})

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const kind = kindFrom(params.kind)
  const { key } = params
  const canChange = viewer.adminRole !== 'support'
  if (!key && !canChange) throw redirect(localHref(kindHref(kind)))
  const { data: entry } = key
    ? await readApi(context, catalogueEntry, { params: { kind, key } })
    : { data: blank(kind) }
  const canMerge = mergeKinds.some((one) => one === kind) && key !== undefined
  const [choices, all] = await Promise.all([choicesFor(context, entry), canMerge ? entriesOf(context, kind) : []])
  const targets = all.filter(
    (one) => one.key !== key && one.parent === entry.parent && (one.state === 'shown' || entry.state !== 'shown'),
  )
  return {
    entry,
    choices,
    canChange,
    isAdded: url.searchParams.has('added'),
    mergedInto: entry.into && (all.filter((one) => one.key === entry.into).map(nameOf)[0] ?? entry.into),
    merge: canMerge
      ? {
          text: kind === 'subject' ? m.admin_cat_merge_text() : m.admin_cat_merge_text_fact(),
          targets: targets.map((one) => ({ value: one.key, label: nameOf(one) })),
        }
      : null,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { kind, key = '' } = params
  return await runEntryAction(context, { kind: kindFrom(kind), key }, await readForm(request))
}

const titleOf = (entry: AdminCatalogueEntry) => (entry.key === '' ? catalogueKind[entry.kind].add() : nameOf(entry))

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData ? titleOf(loaderData.entry) : '')

/** Adds or changes one entry of the catalogue. */
export default function EntryPage({ loaderData }: Route.ComponentProps) {
  const { entry, choices, mergedInto, ...shared } = loaderData
  const { kind, key, version, usage } = entry
  const state = stateOf(entry)
  const about = key === '' ? [] : [catalogueKind[kind].name(), mergedInto && `${m.admin_cat_into()}: ${mergedInto}`]
  return (
    <ItemLayout
      {...{ ...shared, version, title: titleOf(entry), about: about.filter(Boolean).join(' · ') }}
      list={kindHref(kind)}
      listName={catalogueKind[kind].plural()}
      subject={key === '' ? null : `${kind} ${key}`}
      badge={state === 'shown' ? null : stateName(state)}
      isOpen={state === 'shown' || state === 'hidden'}
      uses={catalogueKind[kind].uses.map((use) => ({ name: useNames[use](), count: usage[use], isBlocking: true }))}
      fields={(fields) => <EntryFields entry={entry} choices={choices} fields={fields} />}
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
