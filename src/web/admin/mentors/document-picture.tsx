import { type ReactNode, useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'

const maxZoom = 4
const quarters = 4

type BarProps = {
  name: string
  /** Where it closes to. */
  back: string
  newTab: string
  /** Buttons of a picture. */
  children?: ReactNode
}

/** The name of the open document, and what can be done with it; on phones in two lines. */
export const DocumentBar = ({ name, back, newTab, children }: BarProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center sm:grid-cols-[minmax(0,1fr)_auto_auto]">
    <b className="text-ink wrap-anywhere">{name}</b>
    <div className="flex items-center justify-end max-sm:order-1 max-sm:col-span-2">
      {children}
      <a
        href={newTab}
        target="_blank"
        rel="noreferrer"
        className="btn btn-plain px-2! max-sm:ml-auto"
        aria-label={m.admin_doc_new_tab()}
      >
        {m.admin_doc_new_tab_short()}
      </a>
    </div>
    <LocalLink
      to={back}
      preventScrollReset
      className="btn btn-plain btn-square -mr-3"
      aria-label={m.admin_for({ action: m.admin_doc_close(), name })}
    >
      <Icon name="x" size={20} />
    </LocalLink>
  </div>
)

/** A photographed document, which may lie on its side or be too small to read. */
export function DocumentPicture({ src, ...bar }: BarProps & { src: string }) {
  const { name } = bar
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  return (
    <>
      <DocumentBar {...bar}>
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
