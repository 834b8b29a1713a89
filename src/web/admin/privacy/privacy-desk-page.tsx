import { authorityTold, privacyDesk, recordBreach, tellConcerned } from '#contract/privacy/admin-privacy.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, listIn, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { instantOf } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { Disclosure, Part } from '../kit/admin-part.tsx'
import { answerForm } from '../kit/answer-form.server.ts'
import { fullDay, fullTime } from '../kit/full-time.ts'
import { ResultNotice } from '../kit/page-form.tsx'
import { PanelTable } from '../kit/panel-table.tsx'
import type { Route } from './+types/privacy-desk-page.ts'
import { BreachCard, BreachForm } from './breach-desk.tsx'
import { clockText, heldText } from './privacy-labels.ts'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, privacyDesk)
  return { ...data, now: Date.now(), isOwner: viewer.adminRole === 'owner' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const words = {
    bad: m.desk_breach_bad(),
    fields: { phones: m.desk_breach_bad_phones(), noticedAt: m.desk_breach_bad_time() },
  }
  const setNotified = (authority: 'cert-in' | 'board') =>
    answerForm(
      form,
      sendForm(context, authorityTold, form, { params: { id: textOf(form, 'id') }, body: { authority } }),
      {
        ...words,
        done: m.desk_breach_told_done(),
      },
    )
  return await byIntent(form, {
    'told-cert-in': () => setNotified('cert-in'),
    'told-board': () => setNotified('board'),
    messages: () =>
      answerForm(form, sendForm(context, tellConcerned, form, { params: { id: textOf(form, 'id') } }), {
        ...words,
        done: m.desk_breach_messages_done(),
      }),
    record: () => {
      const at = textOf(form, 'noticedAt')
      const noticedAt = at === '' ? '' : instantOf(at.slice(0, 10), at.slice(11, 16)).toISOString()
      const body = { noticedAt, phones: listIn(form, 'phones') }
      return answerForm(form, sendForm(context, recordBreach, form, { body }), { ...words, done: m.desk_breach_done() })
    },
  })
}

export const meta = () => adminMeta(m.desk_title())

const personLink = ({ accountId, name }: { accountId: string; name: string | null }) => (
  <LocalLink to={`/admin/users/${accountId}`} className="text-link inline-flex min-h-11 items-center">
    {name ?? m.desk_no_name()}
  </LocalLink>
)
const copyStates = { waiting: m.desk_copy_waiting, made: m.desk_copy_made, failed: m.desk_copy_failed }

/** Requests about personal data, the retention clocks and the register of breaches. */
export default function PrivacyDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { erasures, copies, runs, breaches, now, isOwner } = loaderData
  const none = (text: string) => <p className="text-muted">{text}</p>
  return (
    <>
      <h1 className="mb-5 text-h1">{m.desk_title()}</h1>
      <ResultNotice result={actionData} />
      <div className="grid gap-5">
        <Part id="breaches" title={m.desk_breaches()}>
          <div className="grid gap-4">
            {breaches.length === 0 && none(m.desk_breaches_none())}
            {breaches.map((one) => (
              <BreachCard key={one._id} breach={one} now={now} isOwner={isOwner} />
            ))}
            {isOwner && (
              <Disclosure title={m.desk_breach_record()}>
                <BreachForm count={breaches.length} />
              </Disclosure>
            )}
          </div>
        </Part>
        <Part id="erasures" title={m.desk_erasures()}>
          {erasures.length === 0 ? (
            none(m.desk_erasures_none())
          ) : (
            <PanelTable
              labelledBy="erasures-title"
              rows={erasures}
              columns={[
                { key: 'who', label: m.desk_person(), cell: (one) => personLink(one) },
                { key: 'asked', label: m.desk_asked(), cell: ({ askedAt }) => fullDay(askedAt) },
                { key: 'due', label: m.desk_due(), cell: ({ dueAt }) => fullTime(dueAt) },
                {
                  key: 'state',
                  label: m.desk_state(),
                  isWide: true,
                  cell: ({ held }) =>
                    held.length === 0 ? m.desk_waiting() : m.desk_blocked({ reasons: held.map(heldText).join(', ') }),
                },
              ]}
            />
          )}
        </Part>
        <Part id="copies" title={m.desk_copies()}>
          {copies.length === 0 ? (
            none(m.desk_copies_none())
          ) : (
            <PanelTable
              labelledBy="copies-title"
              rows={copies}
              columns={[
                { key: 'who', label: m.desk_person(), cell: (one) => personLink(one) },
                { key: 'asked', label: m.desk_asked(), cell: ({ askedAt }) => fullTime(askedAt) },
                { key: 'state', label: m.desk_state(), cell: ({ status }) => copyStates[status]() },
              ]}
            />
          )}
        </Part>
        <Part id="clocks" title={m.desk_clocks()}>
          {runs.length === 0 ? (
            none(m.desk_clocks_none())
          ) : (
            <ul className="divide-y divide-line">
              {runs.map(({ _id, begunAt, removed }) => (
                <li key={_id}>
                  <details>
                    <summary className="text-link min-h-12 py-2.5">
                      <span className="grow">
                        {m.desk_clocks_run({
                          day: fullTime(begunAt),
                          count: Object.values(removed).reduce<number>((sum, one) => sum + (one ?? 0), 0),
                        })}
                      </span>
                    </summary>
                    <ul className="list-disc pl-5 text-muted">
                      {Object.entries(removed).map(([name, count]) => (
                        <li key={name}>
                          {clockText(name)}: {count ?? m.desk_clock_failed()}
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
    </>
  )
}
