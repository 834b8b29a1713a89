import { Form } from 'react-router'
import { previewSkippedClasses, skipClasses } from '#contract/classes/skipped-classes.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { BackLink, MissingRow } from '../kit/admin-part.tsx'
import { answerForm } from '../kit/answer-form.server.ts'
import { countText } from '../kit/count-text.ts'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import type { Route } from './+types/skip-classes-page.ts'

export { clientAction } from '../kit/admin-result.ts'

const classesText = (count: number) => countText(count, m.admin_leave_out_class, m.admin_leave_out_classes)

function daysText(first: string, last: string): string {
  const from = formatDay(first, { year: true })
  const to = formatDay(last, { year: true })
  return from === to ? from : m.admin_leave_out_days({ from, to })
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url, '/admin/login')
  const untilParam = url.searchParams.get('until') ?? ''
  const until = /^20\d\d-\d\d-\d\d$/.test(untilParam) ? untilParam : ''
  const { data } = await readApi(context, previewSkippedClasses, { params, query: until ? { until } : {} })
  return {
    ...data,
    until,
    families: data.families.map(({ account, name, classes, from, to }) => ({
      account,
      name: name ?? m.admin_people_unnamed(),
      text: m.admin_leave_out_span({ classes: classesText(classes), days: daysText(from, to) }),
    })),
    canDecide: viewer.adminRole !== 'support',
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form, 'leave-out')
  const messages = { done: m.admin_leave_out_done(), bad: m.admin_leave_out_bad() }
  return await answerForm(form, sendForm(context, skipClasses, form, { params }), messages)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${m.admin_leave_out()}: ${loaderData?.mentor.name ?? ''}` }, { name: 'robots', content: 'noindex' }]
}

/** Skips planned classes of a suspended mentor, all or up to a date. */
export default function SkipClassesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mentor, classes, families, until, canDecide } = loaderData
  const counts = {
    classes: classesText(classes),
    families: countText(families.length, m.admin_leave_out_family, m.admin_leave_out_families),
  }
  return (
    <>
      <BackLink to={`/admin/mentors/${mentor._id}`}>{mentor.name}</BackLink>
      <h1 className="mt-1 text-h1 wrap-anywhere">{m.admin_leave_out_title({ name: mentor.name })}</h1>
      <p className="mb-4 max-w-prose text-muted">{m.admin_leave_out_text()}</p>
      <ResultNotice result={actionData} />
      {!mentor.isPaused && <Notice>{m.admin_leave_out_not_paused({ name: mentor.name })}</Notice>}
      {mentor.isPaused && (
        <section aria-label={m.admin_leave_out()} className="card grid gap-5">
          <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-3">
            <TextField label={m.admin_leave_out_until()} name="until" type="date" defaultValue={until} />
            <Button type="submit" look="outline">
              {m.admin_leave_out_show()}
            </Button>
          </Form>
          {classes === 0 && (
            <EmptyState drawing={null} title={m.admin_leave_out_none()} text={m.admin_leave_out_none_text()} />
          )}
          {classes > 0 && (
            <div>
              <h2 className="text-h3">{m.admin_leave_out_count(counts)}</h2>
              <ul className="divide-y divide-line">
                {families.map(({ account, name, text }) => (
                  <li key={account} className="flex flex-wrap items-center gap-x-4 py-1">
                    <LocalLink
                      to={`/admin/users/${account}`}
                      className="text-link inline-flex min-h-11 items-center wrap-anywhere"
                    >
                      {name}
                    </LocalLink>
                    <span className="text-muted">{text}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {classes > 0 && !canDecide && <p className="text-muted">{m.admin_read_only()}</p>}
          {classes > 0 && canDecide && (
            <PageForm intent="leave-out" resetKey={`${until} ${classes}`}>
              {({ field, busy }) => (
                <>
                  <input type="hidden" name="until" value={until} />
                  <input type="hidden" name="classes" value={classes} />
                  <TextField label={m.admin_leave_out_reason()} maxLength={400} required {...field('reason', '')} />
                  <Button type="submit" look="danger" loading={busy} className="justify-self-start">
                    {m.admin_leave_out_do()}
                  </Button>
                </>
              )}
            </PageForm>
          )}
        </section>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingRow error={error} list="/admin/mentors" />
}
