import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Opens the menu of the page: look, log out. */
export function SettingsButton() {
  return (
    <Button
      look="outline"
      square
      popoverTarget="site-menu"
      aria-label={m.dash_settings()}
      icon={<Icon name="settings" size={22} />}
    />
  )
}
