import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Form } from 'react-router'
import { m } from '#messages'
import { useSite } from './site-state.ts'

/** Three buttons of a form, so that it also works before scripts. */
export function ThemeSwitch() {
  const { theme, pathname, search } = useSite()
  const choices = [
    ['device', Monitor, m.shell_theme_device()],
    ['light', Sun, m.shell_theme_light()],
    ['dark', Moon, m.shell_theme_dark()],
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
      {choices.map(([name, Icon, label]) => (
        <button key={name} type="submit" name="theme" value={name} aria-pressed={theme === name}>
          <Icon size={18} aria-hidden="true" />
          {label}
        </button>
      ))}
    </Form>
  )
}
