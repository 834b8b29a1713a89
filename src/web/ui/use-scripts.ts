import { useSyncExternalStore } from 'react'

const nothing = () => () => undefined
/** False on the server and until this page's scripts run. */
export const useScripts = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
