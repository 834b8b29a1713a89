import { Form } from 'react-router'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Bell } from '../../shell/bell.tsx'
import { LanguageLink } from '../../shell/language-link.tsx'
import { useSite } from '../../shell/site-state.ts'
import { ThemeSwitch } from '../../shell/theme-switch.tsx'
import { Button } from '../../ui/button.tsx'
import { ClosePopover } from '../../ui/close-popover.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Portrait } from '../../ui/photo.tsx'
import { HeadSearch } from './head-search.tsx'
import { roleMay, roleName } from './role-name.ts'

type Props = { name: string; role: AdminRole }

export function AdminHead({ name, role }: Props) {
  const { path, viewer } = useSite()
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
      <p className="text-h3 mr-auto whitespace-nowrap max-sm:text-[16px] max-sm:leading-5">{m.admin_title()}</p>
      <HeadSearch />
      <LocalLink
        to="/admin/search"
        aria-label={m.admin_found_title()}
        className="target grid place-items-center md:hidden"
      >
        <Icon name="search" size={24} />
      </LocalLink>
      <LanguageLink className="nav-link" />
      {viewer && <Bell viewer={viewer} />}
      <LocalLink
        to="/admin/settings"
        aria-label={m.admin_settings()}
        className="nav-link target justify-center max-sm:hidden"
      >
        <Icon name="settings" size={20} />
        <span className="hidden xl:inline" aria-hidden="true">
          {m.admin_settings()}
        </span>
      </LocalLink>
      <button type="button" popoverTarget="admin-account" aria-label={m.admin_account()} className="target grid">
        <Portrait src={null} name={name} width={40} className="bg-kraft ring-1 ring-line [&_text]:fill-on-kraft" />
      </button>
      <div popover="auto" id="admin-account" key={path} className="site-menu">
        <div className="flex items-center justify-between">
          <p className="text-h3">{m.admin_account()}</p>
          <ClosePopover of="admin-account" />
        </div>
        <p className="font-semibold text-ink wrap-anywhere">{name}</p>
        <p className="text-muted">{m.admin_role({ role: roleName(role) })}</p>
        <p className="mb-4 text-muted">{roleMay(role)}</p>
        <ThemeSwitch />
        <LocalLink to="/admin/passkeys" className="text-link mt-4 flex min-h-11 items-center">
          {m.passkey_title()}
        </LocalLink>
        <Form method="post" action={localHref('/logout')} className="mt-4">
          <Button type="submit" look="outline" wide>
            {m.shell_log_out()}
          </Button>
        </Form>
      </div>
    </header>
  )
}
