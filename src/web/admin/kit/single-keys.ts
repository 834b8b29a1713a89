import { readDevice, useDeviceMemory } from './device-memory.ts'

/** WCAG 2.1.4 asks that shortcuts of one letter can be turned off. */
const key = 'admin-single-keys'

/** Whether shortcuts of one letter or sign work. */
export const areSingleKeysOn = (): boolean => readDevice(key) !== 'off'

/** Whether they work, and how to change it. */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [text, set] = useDeviceMemory(key)
  return [text !== 'off', (isOn) => set(isOn ? 'on' : 'off')]
}
