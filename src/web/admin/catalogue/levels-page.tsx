import { catalogueList } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { entryHref, nameOf, stateName } from '../kit/catalogue-words.ts'
import { CatalogueTabs } from '../kit/section-tabs.tsx'
import type { Route } from './+types/levels-page.ts'
import { moveOf } from './catalogue-actions.server.ts'
import { EntryList } from './entry-list.tsx'
import { MoveEntry } from './move-entry.tsx'
import { Moved } from './moved.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [levels, grades] = await Promise.all([
    readApi(context, catalogueList, { params: { kind: 'level' } }),
    readApi(context, catalogueList, { params: { kind: 'grade' } }),
  ])
  return { levels: levels.data, grades: grades.data, canChange: viewer.adminRole !== 'support' }
}

/** Puts an entry one place earlier or later. */
export async function action({ context, request }: Route.ActionArgs) {
  return await moveOf(context, await readForm(request))
}

export function meta() {
  return [{ title: `${m.admin_cat_levels()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Levels, and the classes, exams and degrees that are taught below each. */
export default function LevelsPage({ loaderData: { levels, grades, canChange }, actionData }: Route.ComponentProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h1">{m.admin_nav_subjects()}</h1>
        {canChange && (
          <span className="flex flex-wrap gap-2">
            <ButtonLink to="/admin/subjects/add/level" look="outline">
              {m.admin_cat_add_level()}
            </ButtonLink>
            <ButtonLink to="/admin/subjects/add/grade">{m.admin_cat_add_grade()}</ButtonLink>
          </span>
        )}
      </div>
      <CatalogueTabs />
      <Moved result={actionData} />
      <div className="mt-5 grid gap-5">
        {levels.map((level, i) => (
          <section key={level.key} aria-labelledby={level.key} className="card">
            <div className="mb-2 flex justify-between gap-3">
              <h2 id={level.key} className="flex flex-wrap items-center gap-x-3 text-h3">
                <LocalLink to={entryHref('level', level.key)} className="text-link inline-flex min-h-11 items-center">
                  {nameOf(level)}
                </LocalLink>
                {level.state === 'hidden' && <Badge kind="unknown">{stateName('hidden')}</Badge>}
              </h2>
              {canChange && <MoveEntry one={level} isFirst={i === 0} isLast={i === levels.length - 1} />}
            </div>
            <EntryList
              label={nameOf(level)}
              entries={grades.filter(({ parent }) => parent === level.key)}
              canMove={canChange}
            />
          </section>
        ))}
      </div>
    </>
  )
}
