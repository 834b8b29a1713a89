import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Link to the settings. */
export function SettingsButton() {
  return (
    <ButtonLink
      look="outline"
      square
      to="/dashboard/settings"
      aria-label={m.dash_settings()}
      icon={<Icon name="settings" size={22} />}
    />
  )
}
