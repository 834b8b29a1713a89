import { useRef } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readForm } from '../../form.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { ChangeLines } from '../kit/change-lines.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Route } from './+types/message-text-page.ts'
import { actOnText, readText } from './message-text.server.ts'
import { TextForm, TextList, TextPreview } from './message-text-form.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  return { one: await readText(context, params.event), isDone: url.searchParams.has('done') }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return await actOnText(context, params.event, await readForm(request))
}

/** What somebody else wrote meanwhile is what the form begins with next. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export function meta({ params }: Route.MetaArgs) {
  return [{ title: `${params.event} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** What one event is told with: to read for every admin, to change for an owner. */
export default function MessageTextPage({ loaderData: { one, isDone }, actionData }: Route.ComponentProps) {
  const { event, about, state, mayChange, fields, sms, history } = one
  const part = useRef<HTMLElement>(null)
  useAnswerOnce(actionData, () => {
    const wrong = part.current?.querySelector<HTMLElement>('[aria-invalid]')
    const place = wrong ?? part.current
    place?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: wrong ? 'center' : 'start' })
  })
  return (
    <SettingsFrame text={m.admin_text_lead()} mayChange={mayChange} isDone={isDone && !actionData}>
      <LocalLink to="/admin/settings/messages" className="text-link mt-2 -ml-1 inline-flex min-h-11 items-center gap-1">
        <Icon name="chevron-left" size={20} />
        {m.admin_text_back()}
      </LocalLink>
      <section ref={part} tabIndex={-1} aria-labelledby="event" className="card mt-2 grid max-w-5xl gap-4 outline-none">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="event" className="wrap-anywhere text-h3">
            {event}
          </h2>
          {state === 'changed' && <Badge kind="paid">{m.admin_text_changed()}</Badge>}
          {state === 'outdated' && <Badge kind="failed">{m.admin_text_outdated()}</Badge>}
          <span className="text-muted">{about}</span>
        </div>
        {state === 'outdated' && <Notice tone="bad">{m.admin_text_outdated_text()}</Notice>}
        {actionData?.problem && (
          <Notice tone="bad">
            <p>{actionData.problem}</p>
            {actionData.meanwhile.length > 0 && (
              <div className="mt-2 font-normal">
                <ChangeLines lines={actionData.meanwhile} />
              </div>
            )}
          </Notice>
        )}
        {actionData?.preview ? (
          <TextPreview preview={actionData.preview} />
        ) : mayChange ? (
          <TextForm key={one.seen} one={one} result={actionData} />
        ) : (
          <TextList texts={fields.map(({ at, label, text }) => ({ at, label, text }))} />
        )}
      </section>
      {sms.length > 0 && (
        <section aria-labelledby="sms" className="card mt-6 grid max-w-5xl gap-3">
          <h2 id="sms" className="text-h3">
            {m.settings_sms()}
          </h2>
          <p className="max-w-prose text-muted">
            {m.admin_text_sms({ command: 'npm run sms-texts', variable: 'MSG91_TEMPLATES' })}
          </p>
          <dl className="grid gap-3 sm:grid-cols-2">
            {sms.map(({ language, text, note }) => (
              <div key={language} className="min-w-0">
                <dt className="text-muted text-small">
                  {language === 'hi' ? m.admin_set_in_hindi() : m.admin_set_in_english()}
                  {note && `, ${note}`}
                </dt>
                <dd lang={language} className="wrap-anywhere text-ink">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-labelledby="history" className="card mt-6 max-w-5xl">
        <h2 id="history" className="text-h3">
          {m.admin_set_history()}
        </h2>
        {history.length === 0 && <p className="mt-2 text-muted">{m.admin_set_history_none()}</p>}
        <ol className="divide-y divide-line">
          {history.map(({ who, lines }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are never changed, and have nothing else
            <li key={i} className="py-3">
              <p className="text-muted text-small">{who}</p>
              <ChangeLines lines={lines} />
            </li>
          ))}
        </ol>
      </section>
    </SettingsFrame>
  )
}
