import { useSyncExternalStore } from 'react'

const changed = 'device-memory'

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** The text kept on this device; empty where the browser blocks storage. */
export function readDevice(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** The same, kept up to date, and how to change it. Empty on the server and until hydration. */
export function useDeviceMemory(key: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readDevice(key),
    () => '',
  )
  const set = (next: string) => {
    try {
      localStorage.setItem(key, next)
    } catch {
      // Storage is blocked or full: nothing is kept.
    }
    window.dispatchEvent(new Event(changed))
  }
  return [text, set]
}
