import { catalogueList } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Part } from '../kit/admin-part.tsx'
import { CatalogueTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/boards-page.ts'
import { moveOf } from './catalogue-actions.server.ts'
import { EntryList } from './entry-list.tsx'
import { Moved } from './moved.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [boards, degrees] = await Promise.all([
    readApi(context, catalogueList, { params: { kind: 'board' } }),
    readApi(context, catalogueList, { params: { kind: 'degree' } }),
  ])
  const of = (kind: string) => degrees.data.filter(({ parent }) => parent === kind)
  return {
    boards: boards.data,
    bachelors: of('bachelor'),
    masters: of('master'),
    canChange: viewer.adminRole !== 'support',
  }
}

/** Puts an entry one place earlier or later. */
export async function action({ context, request }: Route.ActionArgs) {
  return await moveOf(context, await readForm(request))
}

export function meta() {
  return [{ title: `${m.admin_cat_boards()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Boards of schools, and the degrees a mentor can have. */
export default function BoardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { boards, bachelors, masters, canChange } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">{m.admin_nav_subjects()}</h1>
        {canChange && (
          <span className="flex flex-wrap gap-2">
            <ButtonLink to="/admin/subjects/add/board" look="outline">
              {m.admin_cat_add_board()}
            </ButtonLink>
            <ButtonLink to="/admin/subjects/add/degree">{m.admin_cat_add_degree()}</ButtonLink>
          </span>
        )}
      </div>
      <CatalogueTabs />
      <Moved result={actionData} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Part id="boards" title={m.admin_cat_boards_only()}>
            <EntryList label={m.admin_cat_boards_only()} entries={boards} canMove={canChange} />
          </Part>
          <Part id="masters" title={m.admin_cat_master()}>
            <EntryList label={m.admin_cat_master()} entries={masters} canMove={canChange} />
          </Part>
        </div>
        <Part id="bachelors" title={m.admin_cat_bachelor()}>
          <EntryList label={m.admin_cat_bachelor()} entries={bachelors} canMove={canChange} />
        </Part>
      </div>
    </>
  )
}
