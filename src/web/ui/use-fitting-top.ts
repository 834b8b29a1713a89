import { useEffect, useRef } from 'react'

/** Below the header, and above the end of the screen. */
const [topPx, endPx] = [88, 20]

/** A column that stays while the page scrolls: one that is higher than the screen goes along until its end is seen, and has no scrollbar of its own. */
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
