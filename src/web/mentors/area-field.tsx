import { useRef, useState } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { AreaBox } from './area-box.tsx'
import { withLocation, withoutLocation } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { Filter } from './use-filter.ts'

/** Area by name, with a button for the device's position. */
export function AreaField({ draft, change, options }: Pick<Filter, 'draft' | 'change'> & { options: FilterOptions }) {
  const [notice, setNotice] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(draft)
  latest.current = draft
  const locate = async () => {
    if (busy) return
    setBusy(true)
    setNotice(null)
    const found = await import('./position.ts').then(
      ({ readPosition }) => readPosition(),
      () => ({ problem: m.list_locate_unavailable() }),
    )
    setBusy(false)
    // A failure leaves the list unchanged.
    if ('problem' in found) setNotice(found.problem)
    else change(withLocation(latest.current, found.place))
  }
  return (
    <div>
      <AreaBox
        label={m.list_area()}
        area={draft.area}
        onArea={(area) => change({ ...withoutLocation(draft), area })}
        options={options}
      />
      <Button
        look="plain"
        onClick={locate}
        aria-busy={busy || undefined}
        icon={<Icon name="locate-fixed" size={20} />}
        className="-ml-3"
      >
        {busy ? m.list_locating() : m.list_locate()}
      </Button>
      <p role="status" className="text-small text-warn">
        {notice}
      </p>
    </div>
  )
}
