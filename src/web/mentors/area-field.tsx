import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { withLocation, withoutLocation } from './filter-address.ts'
import type { FilterOptions } from './filter-options.server.ts'
import type { PlaceSuggestions } from './place-suggestions.tsx'
import type { Filter } from './use-filter.ts'

/** Area, city or PIN code of all India, with a button for the device's position; without JavaScript a plain field. */
export function AreaField({
  draft,
  change,
  options,
}: Pick<Filter, 'draft' | 'change'> & { options: Pick<FilterOptions, 'city'> }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(draft.area)
  const [notice, setNotice] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Loaded on demand. If that fails, the field stays a plain one.
  const [Suggestions, setSuggestions] = useState<typeof PlaceSuggestions>()
  const latest = useRef(draft)
  latest.current = draft
  // Sync with the other copy of this field, in the sheet or the column.
  useEffect(() => setText(draft.area), [draft.area])

  const use = (place: string) => change(withLocation(latest.current, place))
  const commit = () => text.trim() !== draft.area && change({ ...withoutLocation(draft), area: text.trim() })
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
    else use(found.place)
  }
  return (
    <div>
      <div className="suggest">
        <TextField
          ref={field}
          label={m.list_area()}
          name="area"
          maxLength={80}
          autoComplete="off"
          placeholder={m.list_place_hint()}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={() =>
            import('./place-suggestions.tsx').then(
              (loaded) => setSuggestions(() => loaded.PlaceSuggestions),
              () => undefined,
            )
          }
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            commit()
          }}
        />
        {Suggestions && field.current && (
          <Suggestions
            input={field.current}
            city={options.city}
            onPick={(place) => {
              setText(place.get('area') ?? '')
              use(String(place))
            }}
          />
        )}
      </div>
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
