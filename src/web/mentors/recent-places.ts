import type { Suggestion } from '#contract/reference/places.ts'

/** A chosen place as URL parameters, with its labels in both languages. */
export type ChosenPlace = Pick<Suggestion, 'label' | 'labelHi'> & { place: string }

const storageKey = 'recentPlaces'
const maxRecent = 3

/** Places chosen before, latest first. They are kept on this device only. */
export function recentPlaces(): ChosenPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isChosenPlace).slice(0, maxRecent) : []
  } catch {
    // The browser blocks storage, or the value is not ours.
    return []
  }
}

const isChosenPlace = (one: unknown): one is ChosenPlace =>
  typeof one === 'object' &&
  one !== null &&
  ['label', 'labelHi', 'place'].every((name) => typeof Reflect.get(one, name) === 'string')

export function rememberPlace(chosen: ChosenPlace): void {
  const others = recentPlaces().filter(({ place }) => place !== chosen.place)
  try {
    localStorage.setItem(storageKey, JSON.stringify([chosen, ...others].slice(0, maxRecent)))
  } catch {
    // Storage is blocked or full.
  }
}
