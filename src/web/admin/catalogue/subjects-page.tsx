import { catalogueList, catalogueSubjects } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { currentLocale } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { entryHref, nameOf, stateName } from '../kit/catalogue-words.ts'
import { type Column, DataTable, ListFilter } from '../kit/data-table.tsx'
import { readList } from '../kit/list-address.server.ts'
import { fileHref } from '../kit/list-address.ts'
import { CatalogueTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/subjects-page.ts'
import { moveOf } from './catalogue-actions.server.ts'
import { MoveEntry } from './move-entry.tsx'
import { Moved } from './moved.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [{ list, state }, grades] = await Promise.all([
    readList(context, request, catalogueSubjects),
    readApi(context, catalogueList, { params: { kind: 'grade' } }),
  ])
  return {
    rows: list.data,
    state,
    grades: grades.data.map((one) => ({ value: one.key, label: nameOf(one) })),
    canChange: viewer.adminRole !== 'support',
  }
}

/** Puts a subject one place earlier or later. */
export async function action({ context, request }: Route.ActionArgs) {
  return await moveOf(context, await readForm(request))
}

export function meta() {
  return [{ title: `${m.admin_nav_subjects()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Every subject with what it is called and how often it is used. */
export default function SubjectsPage({
  loaderData: { rows, state, grades, canChange },
  actionData,
}: Route.ComponentProps) {
  const other = currentLocale() === 'hi' ? 'en' : 'hi'
  const { given } = state
  // Earlier and later mean something in the whole list in its own order.
  const isOwnOrder = state.sort.by === 'place' && state.sort.order === 'asc'
  const canMove = canChange && isOwnOrder && !given.q && !given.state && !given.grade
  const move: Column<(typeof rows)[number]> = {
    key: 'move',
    label: m.admin_cat_move(),
    isNumber: true,
    cell: ({ _id, en, hi, version, into }) =>
      !into && (
        <MoveEntry
          one={{ kind: 'subject', key: _id, en, hi, version }}
          isFirst={!state.previous && rows[0]?._id === _id}
          isLast={!state.next && rows.at(-1)?._id === _id}
        />
      ),
  }
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'place', label: m.admin_cat_place(), sort: 'place', isNumber: true, cell: ({ place }) => place },
    {
      key: 'name',
      label: m.admin_cat_subject(),
      sort: 'name',
      cell: (row) => (
        <>
          <LocalLink to={entryHref('subject', row._id)} className="text-link inline-flex min-h-11 items-center">
            {nameOf(row)}
          </LocalLink>
          <p lang={other} className="text-small text-muted">
            {row[other]}
          </p>
        </>
      ),
    },
    {
      key: 'aliases',
      label: m.admin_cat_aliases(),
      isWide: true,
      cell: ({ aliases }) => <span className="text-small text-muted wrap-anywhere">{aliases.join(', ')}</span>,
    },
    {
      key: 'state',
      label: m.admin_cat_state(),
      cell: ({ state: now, isHome }) =>
        now === 'shown' ? (
          isHome ? (
            m.admin_cat_on_home()
          ) : (
            stateName(now)
          )
        ) : (
          <Badge kind="unknown">{stateName(now)}</Badge>
        ),
    },
    ...(['mentors', 'bookings', 'drafts'] as const).map((key) => ({
      key,
      label: { mentors: m.admin_cat_mentors, bookings: m.admin_cat_bookings, drafts: m.admin_cat_drafts }[key](),
      sort: key,
      isNumber: true,
      cell: (row: (typeof rows)[number]) => formatNumber(row[key]),
    })),
    ...(canMove ? [move] : []),
  ]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">{m.admin_nav_subjects()}</h1>
        {canChange && <ButtonLink to="/admin/subjects/add/subject">{m.admin_cat_add_subject()}</ButtonLink>}
      </div>
      <CatalogueTabs />
      <Moved result={actionData} />
      <ListFilter state={state}>
        <TextField label={m.admin_cat_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
        <SelectField
          label={m.admin_cat_state()}
          name="state"
          defaultValue={given.state ?? ''}
          empty={m.admin_list_all()}
          options={(['shown', 'hidden', 'merged'] as const).map((value) => ({ value, label: stateName(value) }))}
        />
        <SelectField
          label={m.admin_cat_grade()}
          name="grade"
          defaultValue={given.grade ?? ''}
          empty={m.admin_list_all()}
          options={grades}
        />
      </ListFilter>
      <DataTable
        label={m.admin_nav_subjects()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref('/api/admin/catalogue/subjects.csv', given)}
        none={{ title: m.admin_list_none_found(), text: m.admin_list_none_found_text() }}
      />
    </>
  )
}
