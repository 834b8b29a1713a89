import type { ReactNode } from 'react'

/** Questions that open independently, without scripts. The first may start open. */
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
