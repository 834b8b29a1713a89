import { messageTexts } from '#contract/admin-messages.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import type { Route } from './+types/message-texts-page.ts'
import { shownTexts } from './message-texts.server.ts'
import { SettingCard } from './setting-card.tsx'
import { actOnSetting, readSettings } from './settings.server.ts'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  const [settings, texts] = await Promise.all([readSettings(context, ['quietHours']), readApi(context, messageTexts)])
  return { ...settings, kinds: shownTexts(texts.data), isDone: url.searchParams.has('done') }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await actOnSetting(context, await request.formData(), '/admin/settings/messages')
}

export function meta() {
  return [{ title: `${m.admin_set_messages()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** When phones ring, and everything people are told: to read, with the reason why it is not changed here. */
export default function MessageTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayChange, kinds, isDone } = loaderData
  return (
    <SettingsFrame text={m.admin_set_messages_text()} mayChange={mayChange} isDone={isDone && !actionData}>
      <div className="mt-4 grid max-w-4xl gap-6">
        {settings.map((one) => (
          <SettingCard key={one.name} setting={one} mayChange={mayChange} result={actionData} />
        ))}
        {kinds.map(({ kind, name, texts }) => (
          <section key={kind} className="card" aria-labelledby={`kind-${kind}`}>
            <h2 id={`kind-${kind}`} className="text-h3">
              {name}
            </h2>
            <ul className="mt-2 divide-y divide-line">
              {texts.map(({ event, about, channels }) => (
                <li key={event}>
                  <details>
                    <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-2">
                      <code className="text-ink">{event}</code>
                      <span className="text-muted text-small">{about}</span>
                    </summary>
                    <dl className="grid gap-3 pb-3">
                      {channels.map(({ label, text, language, note }) => (
                        <div key={label} className="min-w-0">
                          <dt className="text-muted text-small">
                            {label}
                            {note && `, ${note}`}
                          </dt>
                          <dd lang={language} className="wrap-anywhere whitespace-pre-line text-ink">
                            {text}
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </details>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </SettingsFrame>
  )
}
