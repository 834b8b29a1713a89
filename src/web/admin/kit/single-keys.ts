import { useSyncExternalStore } from 'react'

/** Kept on this device; WCAG 2.1.4 asks that shortcuts of one letter can be turned off. */
const key = 'admin-single-keys'
const changed = 'admin-single-keys'

/** Whether shortcuts of one letter or sign work; on where the browser blocks storage. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function subscribe(onChange: () => void) {
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Whether they work, and how to change it. */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areSingleKeysOn, () => true)
  const set = (next: boolean) => {
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // Storage is blocked: they stay on.
    }
    window.dispatchEvent(new Event(changed))
  }
  return [isOn, set]
}
