import { useEffect } from 'react'
import { redirectDocument, useSearchParams } from 'react-router'
import { changeLanguage } from '#contract/people/profiles.ts'
import { boards, isOffered } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { PasskeysPanel } from '../../accounts/passkeys-panel.tsx'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { hrefIn, localHref } from '../../locale.ts'
import { boardName } from '../../mentors/names.server.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { isNewData } from '../kit/dashboard-address.ts'
import { DoneNotice } from '../kit/done-notice.tsx'
import { formResult } from '../kit/form-result.ts'
import { spaced } from '../kit/spaced-tab.tsx'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/settings-page.ts'
import { loadSettings, settingForms } from './settings.server.ts'
import { DevicesPanel } from './settings-devices.tsx'
import { LearnersPanel } from './settings-learners.tsx'
import { MessagesPanel } from './settings-messages.tsx'
import { PhoneChange } from './settings-phone.tsx'
import { ProfilePanel } from './settings-profile.tsx'

export { clientAction } from '../kit/lost-result.ts'

const path = '/dashboard/settings'
const tabOf: Record<string, string> = {
  learner: 'learners',
  'learner-away': 'learners',
  'learner-back': 'learners',
  messages: 'messages',
  'device-end': 'devices',
  'devices-end': 'devices',
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType === 'admin' || viewer._id === null) return { viewer, own: null }
  const side = viewer.userType === 'mentor' ? ('mentor' as const) : ('family' as const)
  const settings = await loadSettings(context, side)
  const used = new Set(settings.learners.map((one) => one.board))
  const boardOptions = boards
    .filter((board) => isOffered('board', board) || used.has(board))
    .map((board) => ({ value: board, label: boardName(board) }))
  return { viewer, own: { ...settings, side, boards: boardOptions, formKey: crypto.randomUUID() } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = textOf(form, 'intent')
  const reply = await byIntent(form, {
    ...settingForms(context, form),
    language: () => sendForm(context, changeLanguage, form),
  })
  const back = intent === 'language' ? path : `${path}?tab=${tabOf[intent] ?? 'profile'}`
  if (!reply.ok || intent !== 'language') return formResult(form, reply, localHref(back))
  return redirectDocument(hrefIn(textOf(form, 'language') === 'hi' ? 'hi' : 'en', `${path}?done=language`), 303)
}

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_settings()} - ${m.brand_name()}` }]
}

/** Scrolls the open tab into view on phones. */
function useOpenTabInSight(): void {
  const tab = useSearchParams()[0].get('tab')
  useEffect(() => {
    const open = tab && document.querySelector('[role="tab"][aria-selected="true"]')
    if (open) open.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
}

/** The account's profile, learners, notifications and devices. */
export default function SettingsPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  useOpenTabInSight()
  if (!own) return <WrongRole viewer={viewer} wanted={viewer.userType === 'mentor' ? 'mentor' : 'student'} />
  const { side, profile, phoneChange, mentor, devices, passkeys, learners, archived, grades, formKey } = own
  const tabs = [
    {
      id: 'profile',
      label: m.settings_profile(),
      panel: <ProfilePanel profile={profile} mentor={mentor} />,
    },
    ...(side === 'family'
      ? [
          {
            id: 'learners',
            label: m.settings_learners(),
            panel: (
              <LearnersPanel
                learners={learners}
                archived={archived}
                grades={grades}
                boards={own.boards}
                parent={own.parent && { ...own.parent, name: profile.family?.name ?? '' }}
                formKey={formKey}
              />
            ),
          },
        ]
      : []),
    {
      id: 'messages',
      label: m.settings_messages_short(),
      panel: <MessagesPanel messages={profile.messages} side={side} email={profile.family?.email ?? null} />,
    },
    { id: 'passkeys', label: m.passkey_title(), panel: <PasskeysPanel own={passkeys} /> },
    { id: 'devices', label: m.settings_devices(), panel: <DevicesPanel devices={devices} /> },
  ]
  return (
    <main className="page-width pb-12">
      <PageHeading back={{ to: '/dashboard/more', label: m.shell_more() }} title={m.dash_settings()} />
      <DoneNotice />
      <PhoneChange change={phoneChange} />
      <Tabs label={m.dash_settings()} param="tab" tabs={tabs.map(spaced)} />
    </main>
  )
}
