import { messageTexts } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { ListFilter } from '../kit/data-table.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { actOnSetting, readSettings } from '../settings/settings.server.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import type { Route } from './+types/message-texts-page.ts'
import { foundTexts, kindOptions } from './message-texts.server.ts'

const home = '/admin/settings/messages'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  const [settings, texts] = await Promise.all([readSettings(context, ['quietHours']), readApi(context, messageTexts)])
  const of = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 80)
  const given = { q: of('q'), kind: of('kind'), state: of('state') }
  return {
    ...settings,
    ...foundTexts(texts.data, given),
    given,
    options: kindOptions(),
    isDone: url.searchParams.has('done'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await actOnSetting(context, await readForm(request), home)
}

export function meta() {
  return [{ title: `${m.admin_set_messages()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** When phones ring, and everything people are told. */
export default function MessageTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayChange, kinds, count, all, changed, given, options, isDone } = loaderData
  return (
    <SettingsFrame text={m.admin_set_messages_text()} mayChange={mayChange} isDone={isDone && !actionData}>
      <div className="mt-4 max-w-4xl">
        {settings.map((one) => (
          <SettingCard key={one.name} setting={one} mayChange={mayChange} result={actionData} />
        ))}
        <h2 className="mt-8 text-h3">{m.admin_text_all()}</h2>
        <ListFilter state={{ path: home, given }}>
          <TextField label={m.admin_text_search()} name="q" type="search" maxLength={80} defaultValue={given.q} />
          <SelectField
            label={m.admin_text_kind()}
            name="kind"
            defaultValue={given.kind}
            options={[{ value: '', label: m.admin_list_all() }, ...options]}
          />
          <SelectField
            label={m.admin_text_state()}
            name="state"
            defaultValue={given.state}
            options={[
              { value: '', label: m.admin_list_all() },
              { value: 'changed', label: m.admin_text_only_changed({ count: formatNumber(changed) }) },
            ]}
          />
        </ListFilter>
        <p className="text-muted">{m.admin_list_showing({ shown: formatNumber(count), total: formatNumber(all) })}</p>
        <div className="mt-3 grid gap-6">
          {kinds.map(({ kind, name, texts }) => (
            <section key={kind} className="card" aria-labelledby={`kind-${kind}`}>
              <h3 id={`kind-${kind}`} className="text-h3">
                {name}
              </h3>
              <ul className="mt-2 divide-y divide-line">
                {texts.map(({ event, text, about, state }) => (
                  <li key={event} className="py-2">
                    <div className="flex flex-wrap items-center gap-x-3">
                      <LocalLink to={`${home}/${event}`} className="text-link inline-flex min-h-11 items-center">
                        {event}
                      </LocalLink>
                      {state === 'changed' && <Badge kind="paid">{m.admin_text_changed()}</Badge>}
                      {state === 'outdated' && <Badge kind="failed">{m.admin_text_outdated()}</Badge>}
                      <span className="text-muted text-small">{about}</span>
                    </div>
                    <p className="wrap-anywhere line-clamp-2 text-ink">{text}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {count === 0 && (
            <EmptyState
              title={m.admin_list_none_found()}
              text={m.admin_list_none_found_text()}
              action={<ButtonLink to={home}>{m.admin_list_show_all()}</ButtonLink>}
            />
          )}
        </div>
      </div>
    </SettingsFrame>
  )
}
