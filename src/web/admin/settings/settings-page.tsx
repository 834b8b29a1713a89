import { data } from 'react-router'
import type { SettingName } from '#contract/settings/setting-values.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readForm } from '../../form.server.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Route } from './+types/settings-page.ts'
import { SettingCard } from './setting-card.tsx'
import { actOnSetting, readSettings } from './settings.server.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** Pages that only list settings, by the last part of their URL. */
const pages: Record<string, { names: readonly SettingName[]; title: () => string; text: () => string }> = {
  '': {
    names: [
      'callingNumber',
      'contact',
      'office',
      'gstin',
      'payoutModes',
      'documentDays',
      'eKycDays',
      'otpLimits',
      'quietHours',
    ],
    title: m.admin_nav_settings,
    text: m.admin_set_text,
  },
  brand: { names: ['socialLinks', 'people'], title: m.admin_brand, text: m.admin_brand_text },
  switches: { names: ['switches'], title: m.admin_set_switches, text: m.admin_set_switches_text },
  home: { names: ['homeFigures', 'testimonials'], title: m.admin_set_home, text: m.admin_set_home_text },
  answers: { names: ['caseAnswers'], title: m.admin_set_answers, text: m.admin_set_answers_text },
}

function pageOf(part = '') {
  const page = Object.hasOwn(pages, part) ? pages[part] : undefined
  if (!page) throw data(null, { status: 404 })
  return page
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const { names, title, text } = pageOf(params.part)
  return { ...(await readSettings(context, names)), title: title(), text: text(), isDone: url.searchParams.has('done') }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  pageOf(params.part)
  return await actOnSetting(context, await readForm(request), `/admin/settings${params.part ? `/${params.part}` : ''}`)
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(loaderData?.title ?? m.admin_nav_settings())

/** Settings that apply as soon as they are saved. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, mayChange, text, isDone } = loaderData
  return (
    <SettingsFrame text={text} mayChange={mayChange} done={isDone && !actionData ? m.admin_set_done_now() : undefined}>
      <div className={`mt-4 *:mb-6 *:break-inside-avoid ${settings.length > 1 ? 'gap-6 xl:columns-2' : 'max-w-4xl'}`}>
        {settings.map((one) => (
          <SettingCard key={one.name} setting={one} mayChange={mayChange} result={actionData} />
        ))}
      </div>
    </SettingsFrame>
  )
}
