import { Form } from 'react-router'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { useSite } from './site-state.ts'

/** A form with three buttons, which works without scripts. */
export function ThemeSwitch() {
  const { theme, pathname, search } = useSite()
  const choices = [
    ['device', 'monitor', m.shell_theme_device()],
    ['light', 'sun', m.shell_theme_light()],
    ['dark', 'moon', m.shell_theme_dark()],
  ] as const
  return (
    <Form method="post" action="/theme" replace preventScrollReset>
      <input type="hidden" name="back" value={pathname + search} />
      {/** A named group instead of a named form, which would be a landmark twice on the page. */}
      <fieldset aria-label={m.shell_theme()} className="tabs-segments theme-switch">
        {choices.map(([name, icon, label]) => (
          <button key={name} type="submit" name="theme" value={name} aria-pressed={theme === name}>
            <Icon name={icon} size={18} />
            {label}
          </button>
        ))}
      </fieldset>
    </Form>
  )
}
