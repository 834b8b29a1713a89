import { useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatNumber } from '../../ui/money.tsx'

const maxZoom = 4
const quarters = 4

/** A photographed document, which may lie on its side or be too small to read. */
export function DocumentPicture({ src, name }: { src: string; name: string }) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="admin-document document-frame" aria-label={name} tabIndex={0}>
        <div className="document-page" data-zoom={zoom} data-turn={turn}>
          <img src={src} alt={name} />
        </div>
      </section>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="outline"
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
          look="outline"
          square
          aria-label={m.admin_doc_larger()}
          disabled={zoom === maxZoom}
          onClick={() => setZoom(zoom + 1)}
          icon={<Icon name="plus" size={20} />}
        />
        <Button
          look="outline"
          onClick={() => setTurn((turn + 1) % quarters)}
          icon={<Icon name="rotate-cw" size={20} />}
        >
          {m.admin_doc_turn()}
        </Button>
      </div>
    </>
  )
}
