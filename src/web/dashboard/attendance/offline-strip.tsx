import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

function listen(tell: () => void) {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}
const isCut = () => !navigator.onLine

/** Tells an offline mentor that attendance can still be marked. */
export function OfflineStrip() {
  const isShown = useSyncExternalStore(listen, isCut, () => false)
  return isShown ? (
    <div className="mb-4">
      <Notice icon={<Icon name="wifi-off" size={22} />}>{m.attend_offline()}</Notice>
    </div>
  ) : null
}
