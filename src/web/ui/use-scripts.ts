import { useSyncExternalStore } from 'react'

const nothing = () => () => undefined
/** False on the server and until hydration. */
export const useScripts = () =>
  useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
