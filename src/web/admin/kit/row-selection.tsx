import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'

/** Checkboxes for the rows of a list, and actions on the selected rows. */
export type RowSelection<R> = {
  ids: readonly string[]
  select: (ids: readonly string[], isSelected: boolean) => void
  /** Accessible name of a row's checkbox. */
  name: (row: R) => string
  /** The form that receives the selected rows: its id, the field name and the value of a row. */
  form?: { id: string; field: string; value: (row: R) => string }
  /** The actions. */
  bar: ReactNode
}

/** Bar above the rows: select all, number selected, actions. */
export function SelectionBar({ selection, onPage }: { selection: RowSelection<never>; onPage: readonly string[] }) {
  const { ids, select, bar } = selection
  const isScripted = useScripts()
  return (
    <div className="list-picked" data-on={ids.length > 0 || undefined}>
      {onPage.length > 0 && (
        <span className={isScripted ? undefined : 'invisible'}>
          <Checkbox
            label={m.admin_select_all()}
            checked={onPage.every((id) => ids.includes(id))}
            onChange={(event) => select(onPage, event.currentTarget.checked)}
          />
        </span>
      )}
      <p role="status" className="font-semibold text-ink">
        {ids.length > 0 && m.admin_picked_count({ count: formatNumber(ids.length) })}
      </p>
      {ids.length > 0 && (
        <Button look="plain" onClick={() => select(ids, false)}>
          {m.admin_picked_clear()}
        </Button>
      )}
      {bar}
    </div>
  )
}

/** The checkbox of one row. Without a form it needs scripts. */
export function RowCheckbox<R extends { _id: string }>({ row, selection }: { row: R; selection: RowSelection<R> }) {
  const { ids, select, name, form } = selection
  const isScripted = useScripts()
  const box = useRef<HTMLInputElement>(null)
  const catchUp = useEffectEvent(() => {
    if (box.current?.checked && !ids.includes(row._id)) select([row._id], true)
  })
  // Ticked before hydration.
  useEffect(catchUp, [])
  if (!(isScripted || form)) return null
  return (
    <label className="choice admin-pick -mr-0.5 -ml-2.5 flex-none">
      <input
        ref={box}
        type="checkbox"
        {...(form && { form: form.id, name: form.field, value: form.value(row) })}
        aria-label={m.admin_select({ name: name(row) })}
        checked={ids.includes(row._id)}
        onChange={(event) => select([row._id], event.currentTarget.checked)}
      />
    </label>
  )
}
