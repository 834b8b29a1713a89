import { redirect } from 'react-router'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { BackLink, MissingRow, Part } from '../kit/admin-part.tsx'
import { catalogueKinds, kindName, listOf } from '../kit/catalogue-words.ts'
import { PageForm } from '../kit/page-form.tsx'
import type { Route } from './+types/entry-add-page.ts'
import { addOf } from './catalogue-actions.server.ts'
import { ticksFor } from './catalogue-ticks.server.ts'
import { EntryFields } from './entry-fields.tsx'

export { clientAction } from '../kit/admin-result.ts'

const blank = { en: '', hi: '', aliases: [], place: 1000, isShown: true, isHome: false, grades: [], subjects: [] }

const kindOf = (kind: string) => {
  const known = catalogueKinds.find((one) => one === kind)
  if (!known) throw new Response(null, { status: 404 })
  return known
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const kind = kindOf(params.kind)
  if (viewer.adminRole === 'support') throw redirect(localHref(listOf(kind)))
  const { ticks, levels } = await ticksFor(context, kind)
  return { kind, ticks, levels }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await addOf(context, kindOf(params.kind), await readForm(request))
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData ? m.admin_cat_add({ kind: kindName(loaderData.kind) }) : ''
  return [{ title: `${title} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** The form of something new. */
export default function EntryAddPage({ loaderData: { kind, ticks, levels } }: Route.ComponentProps) {
  const degrees = [
    { value: 'bachelor', label: m.admin_cat_bachelor() },
    { value: 'master', label: m.admin_cat_master() },
  ]
  return (
    <>
      <BackLink to={listOf(kind)}>{m.admin_nav_subjects()}</BackLink>
      <h1 className="mt-1 mb-4 text-h1">{m.admin_cat_add({ kind: kindName(kind) })}</h1>
      <div className="max-w-180">
        <Part id="facts" title={m.admin_cat_facts()}>
          <PageForm intent="add" part={kind}>
            {(fields) => (
              <>
                {(kind === 'grade' || kind === 'degree') && (
                  <SelectField
                    label={kind === 'grade' ? m.admin_cat_level() : m.admin_cat_degree_kind()}
                    name="parent"
                    options={kind === 'grade' ? levels : degrees}
                  />
                )}
                <EntryFields kind={kind} facts={blank} ticks={ticks} fields={fields} />
                <div>
                  <Button type="submit" loading={fields.busy}>
                    {m.admin_cat_add_now()}
                  </Button>
                </div>
              </>
            )}
          </PageForm>
        </Part>
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/subjects" />
}
