import { type RefObject, useEffect } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('[data-row]')]

/**
 * Keyboard of a list: j/k move between rows, x or Space selects, Enter opens the row or focuses its field. Letters work
 * from anywhere on the page outside fields unless they are turned off; with arrows, Space and Enter the focus has to be on a row.
 */
export function useListKeys(table: RefObject<HTMLTableElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const list = table.current
      if (!list || !(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return
      // A page with several lists: the one with the focus, or else the first.
      const own = target.closest('[data-list]') ?? document.querySelector('[data-list]')
      if (own !== list || target.closest('input:not([type=checkbox]), select, textarea, :popover-open')) return
      const isRow = target.hasAttribute('data-row')
      if (!isRow && key.length > 1) return
      if (/^[a-z]$/.test(key) && !areSingleKeysOn()) return
      const row = target.closest<HTMLElement>('[data-row]')
      if (key in steps) {
        const rows = rowsOf(list)
        const at = row ?? list.querySelector<HTMLElement>('[data-open-row]')
        rows[(at ? rows.indexOf(at) : -1) + (steps[key] ?? 0)]?.focus()
      } else if (row && (key === 'x' || (isRow && key === ' '))) {
        row.querySelector<HTMLElement>('.admin-pick > input')?.click()
      } else if (isRow && key === 'Enter') {
        const field = row?.querySelector<HTMLElement>('[data-main]')
        if (field) field.focus()
        else row?.querySelector<HTMLElement>('[data-open]')?.click()
      } else return
      // Space and arrows would scroll, Enter would submit the focused field.
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [table])
}
