import { useRef } from 'react'
import { messageTexts } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { Disclosure, Part } from '../kit/admin-part.tsx'
import { ChangeLines } from '../kit/change-lines.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { actOnSetting, readSettings } from '../settings/settings.server.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Route } from './+types/message-texts-page.ts'
import { TextForm, TextList } from './message-text-form.tsx'
import {
  type EventTexts,
  groupTexts,
  readEventTexts,
  runTextAction,
  type TextGroup,
  type TextResult,
} from './message-texts.server.ts'

const home = '/admin/settings/messages'

export async function loader({ context, request, params: { event } }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const [settings, texts, one] = await Promise.all([
    readSettings(context, ['quietHours']),
    readApi(context, messageTexts),
    event ? readEventTexts(context, event) : null,
  ])
  const q = (url.searchParams.get('q') ?? '').slice(0, 80)
  return { ...settings, groups: groupTexts(texts.data, q), one, q, isDone: url.searchParams.has('done') }
}

export async function action({ context, request, params: { event } }: Route.ActionArgs) {
  const form = await readForm(request)
  return event ? await runTextAction(context, event, form) : await actOnSetting(context, form, home)
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.one?.name ?? m.admin_set_messages()
  return [{ title: `${title} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Quiet hours, and the list of notification templates. */
export default function MessageTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayChange, groups, one, q, isDone } = loaderData
  const text = actionData && 'meanwhile' in actionData ? actionData : undefined
  const setting = actionData && 'name' in actionData ? actionData : undefined
  return (
    <SettingsFrame
      text={one ? m.admin_text_lead() : m.admin_set_messages_text()}
      mayChange={mayChange}
      isDone={isDone && !actionData}
    >
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        {one ? (
          <Editor one={one} mayChange={mayChange} result={text} />
        ) : (
          settings.map((found) => (
            <SettingCard key={found.name} setting={found} mayChange={mayChange} result={setting} />
          ))
        )}
        <Picker groups={groups} q={q} open={one?.event} />
      </div>
    </SettingsFrame>
  )
}

function Picker({ groups, q, open }: { groups: readonly TextGroup[]; q: string; open: string | undefined }) {
  return (
    <section className="card min-w-0 lg:order-first" aria-labelledby="templates">
      <h2 id="templates" className="text-h3">
        {m.admin_text_all()}
      </h2>
      <search key={q}>
        <form method="get" action={localHref(home)} className="my-4 flex flex-wrap items-end gap-3">
          <TextField label={m.admin_text_search()} name="q" type="search" maxLength={80} defaultValue={q} />
          <Button type="submit">{m.admin_search_button()}</Button>
        </form>
      </search>
      {groups.length === 0 && <p className="text-muted">{m.admin_list_none_found()}</p>}
      {groups.map(({ title, texts }) => (
        <Disclosure key={title + q + open} title={title} isOpen={q !== '' || texts.some(({ event }) => event === open)}>
          <ul className="divide-y divide-line">
            {texts.map(({ event, name, text, state }) => (
              <li key={event} className="py-2">
                <LocalLink
                  to={`${home}/${event}`}
                  aria-current={event === open ? 'page' : undefined}
                  className="text-link inline-flex min-h-11 items-center aria-[current]:font-semibold"
                >
                  {name}
                </LocalLink>{' '}
                <StateBadge state={state} />
                <p className="wrap-anywhere line-clamp-2 text-small">{text}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </section>
  )
}

function StateBadge({ state }: Pick<EventTexts, 'state'>) {
  if (state === 'usual') return null
  const isChanged = state === 'changed'
  return (
    <Badge kind={isChanged ? 'paid' : 'failed'}>{isChanged ? m.admin_text_changed() : m.admin_text_outdated()}</Badge>
  )
}

type EditorProps = { one: EventTexts; mayChange: boolean; result: TextResult | undefined }

/** The texts of one event: every admin can read them, owners can change them. */
function Editor({ one, mayChange, result }: EditorProps) {
  const { event, name, about, state, fields, sms, history, seen } = one
  const section = useRef<HTMLElement>(null)
  useAnswerOnce(result, () => {
    const invalid = section.current?.querySelector<HTMLElement>('[aria-invalid]')
    const target = invalid ?? section.current?.querySelector<HTMLElement>('#preview') ?? section.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: invalid ? 'center' : 'start' })
  })
  return (
    <div className="grid min-w-0 gap-6">
      <section ref={section} tabIndex={-1} aria-labelledby="event" className="card grid gap-4 outline-none">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="event" className="wrap-anywhere text-h3">
            {name}
          </h2>
          <StateBadge state={state} />
          <span className="text-muted">{about}</span>
          <span className="audit-raw">{event}</span>
        </div>
        {state === 'outdated' && <Notice tone="bad">{m.admin_text_outdated_text()}</Notice>}
        {result?.problem && (
          <Notice tone="bad">
            <p>{result.problem}</p>
            <ChangeLines lines={result.meanwhile} />
          </Notice>
        )}
        {mayChange ? <TextForm key={event + seen} one={one} result={result} /> : <TextList texts={fields} />}
      </section>
      {sms.length > 0 && (
        <Part id="sms" title={m.settings_sms()}>
          <p className="mb-3 max-w-prose text-muted">
            {m.admin_text_sms({ command: 'npm run sms-texts', variable: 'MSG91_TEMPLATES' })}
          </p>
          <TextList texts={sms} />
        </Part>
      )}
      <Part id="history" title={m.admin_set_history()}>
        {history.length === 0 && <p className="text-muted">{m.admin_set_history_none()}</p>}
        <ol className="divide-y divide-line">
          {history.map(({ who, lines }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries are static and have no id
            <li key={i} className="py-3">
              <p className="text-muted text-small">{who}</p>
              <ChangeLines lines={lines} />
            </li>
          ))}
        </ol>
      </Part>
    </div>
  )
}
