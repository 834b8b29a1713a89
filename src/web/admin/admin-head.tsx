import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Bell } from '../shell/bell.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { useSite } from '../shell/site-state.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'

const roleNames: Record<string, () => string> = {
  owner: m.admin_role_owner,
  operations: m.admin_role_operations,
  support: m.admin_role_support,
}

export function AdminHead({ role }: { role: string | null }) {
  const { path, viewer } = useSite()
  // An admin's name on the wire is the role.
  const name = roleNames[role ?? '']?.() ?? ''
  return (
    <header className="admin-head">
      <button
        type="button"
        popoverTarget="admin-menu"
        aria-label={m.admin_menu()}
        className="target -ml-2 grid place-items-center xl:hidden"
      >
        <Icon name="menu" size={28} />
      </button>
      <p className="text-h3 grow">{m.admin_title()}</p>
      <LanguageLink className="nav-link" />
      {viewer && <Bell viewer={viewer} />}
      <LocalLink
        to="/admin/settings"
        aria-label={m.admin_settings()}
        className="nav-link target justify-center max-sm:hidden"
      >
        <Icon name="settings" size={20} />
        <span className="hidden md:inline" aria-hidden="true">
          {m.admin_settings()}
        </span>
      </LocalLink>
      <button type="button" popoverTarget="admin-account" aria-label={m.admin_account()} className="target grid">
        <Portrait src={null} name={name.toUpperCase()} width={40} className="bg-kraft" />
      </button>
      <div popover="auto" id="admin-account" key={path} className="site-menu">
        <div className="flex items-center justify-between">
          <p className="text-h3">{m.admin_account()}</p>
          <button
            type="button"
            popoverTarget="admin-account"
            popoverTargetAction="hide"
            aria-label={m.ui_close()}
            className="target grid place-items-center"
          >
            <Icon name="x" size={24} />
          </button>
        </div>
        <p className="mb-4 text-muted">{m.admin_role({ role: name })}</p>
        <ThemeSwitch />
        <Form method="post" action={localHref('/logout')} className="mt-4">
          <Button type="submit" look="outline" wide>
            {m.shell_log_out()}
          </Button>
        </Form>
      </div>
    </header>
  )
}
