import { type ReactNode, useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatNumber } from '../../ui/money.tsx'

const maxZoom = 4
const quarters = 4

type BarProps = { name: string; children: ReactNode }

/** The name of the open document, and what can be done with it. */
export const DocumentBar = ({ name, children }: BarProps) => (
  <div className="flex flex-wrap items-center justify-end gap-x-1">
    <b className="mr-auto min-w-0 text-ink wrap-anywhere max-sm:basis-full">{name}</b>
    {children}
  </div>
)

/** A photographed document, which may lie on its side or be too small to read. `children`: more buttons. */
export function DocumentPicture({ src, name, children }: BarProps & { src: string }) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  return (
    <>
      <DocumentBar name={name}>
        <Button
          look="plain"
          square
          aria-label={m.admin_doc_smaller()}
          disabled={zoom === 1}
          onClick={() => setZoom(zoom - 1)}
          icon={<Icon name="minus" size={20} />}
        />
        <span className="min-w-12 text-center tabular-nums" role="status">
          {formatNumber(zoom * 100)}%
        </span>
        <Button
          look="plain"
          square
          aria-label={m.admin_doc_larger()}
          disabled={zoom === maxZoom}
          onClick={() => setZoom(zoom + 1)}
          icon={<Icon name="plus" size={20} />}
        />
        <Button
          look="plain"
          square
          aria-label={m.admin_doc_turn()}
          title={m.admin_doc_turn()}
          onClick={() => setTurn((turn + 1) % quarters)}
          icon={<Icon name="rotate-cw" size={20} />}
        />
        {children}
      </DocumentBar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="admin-document document-frame" aria-label={name} tabIndex={0}>
        <div className="document-page" data-zoom={zoom} data-turn={turn}>
          <img src={src} alt={name} />
        </div>
      </section>
    </>
  )
}
