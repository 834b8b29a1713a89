import { useEffect, useRef } from 'react'
import { formatNumber } from './money.tsx'

export type Counter = { value: number; label: string; decimals?: number }
const runMs = 900

/** Figures that count up once when scrolled into view; the HTML holds the final values. */
export function Counters({ items }: { items: readonly Counter[] }) {
  return (
    <dl className="counters">
      {items.map((item) => (
        <div key={item.label} className="flex flex-col-reverse justify-end">
          <dt className="text-muted">{item.label}</dt>
          <Count {...item} />
        </div>
      ))}
    </dl>
  )
}

function Count({ value, decimals = 0 }: Counter) {
  const element = useRef<HTMLElement>(null)
  const text = (shown: number) => formatNumber(Number(shown.toFixed(decimals)))
  useEffect(() => {
    const place = element.current
    if (!place || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      const begin = performance.now()
      const step = (now: number) => {
        const part = Math.min(1, (now - begin) / runMs)
        place.textContent =
          part < 1 ? formatNumber(Number((value * (1 - (1 - part) ** 3)).toFixed(decimals))) : shownEnd
        if (part < 1) frame = requestAnimationFrame(step)
      }
      const shownEnd = place.textContent
      frame = requestAnimationFrame(step)
    })
    watch.observe(place)
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [value, decimals])
  return (
    <dd ref={element} className="amount text-[34px] lg:text-[44px]">
      {decimals ? value.toFixed(decimals) : text(value)}
    </dd>
  )
}
