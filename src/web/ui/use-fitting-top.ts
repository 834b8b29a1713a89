import { useEffect, useRef } from 'react'

/** Space below the header and above the end of the screen. */
const topPx = 88
const endPx = 20

/** A sticky column: one taller than the screen scrolls until its end is visible, without its own scrollbar. */
export function useFittingTop<Column extends HTMLElement>() {
  const column = useRef<Column>(null)
  useEffect(() => {
    const element = column.current
    if (!element) return
    const fit = () => {
      element.style.top = `${Math.min(topPx, innerHeight - element.offsetHeight - endPx)}px`
    }
    const seen = new ResizeObserver(fit)
    seen.observe(element)
    addEventListener('resize', fit)
    return () => {
      seen.disconnect()
      removeEventListener('resize', fit)
    }
  }, [])
  return column
}
