import { Form } from 'react-router'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { useSite } from './site-state.ts'

/** Three buttons of a form, so that it also works before scripts. */
export function ThemeSwitch() {
  const { theme, pathname, search } = useSite()
  const choices = [
    ['device', 'monitor', m.shell_theme_device()],
    ['light', 'sun', m.shell_theme_light()],
    ['dark', 'moon', m.shell_theme_dark()],
  ] as const
  return (
    <Form
      method="post"
      action="/theme"
      replace
      preventScrollReset
      aria-label={m.shell_theme()}
      className="theme-switch"
    >
      <input type="hidden" name="back" value={pathname + search} />
      {choices.map(([name, icon, label]) => (
        <button key={name} type="submit" name="theme" value={name} aria-pressed={theme === name}>
          <Icon name={icon} size={18} />
          {label}
        </button>
      ))}
    </Form>
  )
}
