import type { ReactNode } from 'react'

type Props = { id: string; title: string; fact?: string | undefined; isOpen?: boolean; children: ReactNode }

/** A section that starts closed, with what it holds beside its title. */
export function FoldedSection({ id, title, fact, isOpen, children }: Props) {
  return (
    <details className="min-w-0 border-line border-b" open={isOpen}>
      <summary className="text-link min-h-12 py-2.5">
        <h2 id={id} className="grow font-sans text-body text-primary! font-semibold!">
          {title}
        </h2>
        {fact && <span className="flex-none font-normal text-muted">{fact}</span>}
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
