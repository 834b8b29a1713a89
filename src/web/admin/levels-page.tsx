import { catalogueList } from '#contract/catalogue-admin.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Route } from './+types/levels-page.ts'
import { entryHref, nameOf, stateName } from './catalogue-words.ts'
import { EntryList } from './entry-list.tsx'
import { CatalogueTabs } from './section-tabs.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const [levels, grades] = await Promise.all([
    readApi(context, catalogueList, { params: { kind: 'level' } }),
    readApi(context, catalogueList, { params: { kind: 'grade' } }),
  ])
  return { levels: levels.data, grades: grades.data, canChange: viewer.name !== 'support' }
}

export function meta() {
  return [{ title: `${m.admin_cat_levels()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Levels, and the classes, exams and degrees that are taught below each. */
export default function LevelsPage({ loaderData: { levels, grades, canChange } }: Route.ComponentProps) {
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
      <div className="mt-5 grid gap-5">
        {levels.map((level) => (
          <section key={level.key} aria-labelledby={level.key} className="card">
            <h2 id={level.key} className="mb-2 flex flex-wrap items-center gap-x-3 text-h3">
              <LocalLink to={entryHref('level', level.key)} className="text-link inline-flex min-h-11 items-center">
                {nameOf(level)}
              </LocalLink>
              {level.state === 'hidden' && <Badge kind="unknown">{stateName('hidden')}</Badge>}
            </h2>
            <EntryList label={nameOf(level)} entries={grades.filter(({ parent }) => parent === level.key)} />
          </section>
        ))}
      </div>
    </>
  )
}
