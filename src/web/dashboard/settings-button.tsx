import Settings from 'lucide-react/icons/settings'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'

/** Opens the menu of the page: look, log out. */
export function SettingsButton() {
  return (
    <Button
      look="outline"
      square
      popoverTarget="site-menu"
      aria-label={m.dash_settings()}
      icon={<Settings size={22} aria-hidden="true" />}
    />
  )
}
