import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
const isOffline = () => !navigator.onLine

/** Tells an offline mentor that attendance can still be marked. */
export function OfflineStrip() {
  const isShown = useSyncExternalStore(subscribe, isOffline, () => false)
  return isShown ? (
    <div className="mb-4">
      <Notice icon={<Icon name="wifi-off" size={22} />}>{m.attend_offline()}</Notice>
    </div>
  ) : null
}
