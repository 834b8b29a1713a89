import type { ReactNode } from 'react'

/** Questions that open each alone; works before scripts. The first may stand open. */
export function Accordion({
  items,
  firstOpen,
}: {
  items: readonly { title: string; text: ReactNode }[]
  firstOpen?: boolean
}) {
  return (
    <div className="accordion">
      {items.map(({ title, text }, place) => (
        <details key={title} open={firstOpen && place === 0}>
          <summary>{title}</summary>
          <div className="max-w-prose pb-5 text-muted">{text}</div>
        </details>
      ))}
    </div>
  )
}
