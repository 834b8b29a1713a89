import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type Option, TextField } from './field.tsx'
import { useScripts } from './use-scripts.ts'

type Props = {
  /** What the field shows; kept by the caller. */
  text: string
  onText: (text: string) => void
  /** Rows for what is typed; a row's value is what is chosen. */
  rows: readonly Option[]
  /** A row was chosen, or the field was left with the words as they are (`row` is null). */
  onCommit: (row: Option | null) => void
  listLabel: string
  /** Said in place of the list when something is typed and no row fits. */
  empty?: string
  /** Told so that rows can be looked up only while somebody looks. */
  onOpen?: (open: boolean) => void
} & Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onFocus' | 'onBlur' | 'onKeyDown'>

/** A text field with a list under it that goes along with what is typed; before scripts a plain one. */
export function Combobox({ text, onText, rows, onCommit, listLabel, empty, onOpen, ...field }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const scripts = useScripts()
  const shown = open ? rows : []
  const box = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': shown.length > 0,
    'aria-controls': `${id}-list`,
    ...(shown[at] && { 'aria-activedescendant': `${id}-${at}` }),
  } as const
  const turn = (next: boolean) => {
    setOpen(next)
    onOpen?.(next)
  }
  const commit = (row: Option | null) => {
    turn(false)
    setAt(-1)
    onCommit(row)
  }
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      turn(true)
      setAt((now) => (now + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      commit(shown[at] ?? null)
    } else if (event.key === 'Escape' && open) {
      // Closes the list, not the sheet around it.
      event.preventDefault()
      event.stopPropagation()
      turn(false)
    }
  }
  return (
    <div className="suggest">
      <TextField
        autoComplete="off"
        {...field}
        value={text}
        {...(scripts && box)}
        onChange={({ currentTarget: { value } }) => {
          onText(value)
          setAt(-1)
          turn(true)
        }}
        onFocus={() => turn(true)}
        onBlur={() => open && commit(null)}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} hidden={shown.length === 0}>
        {shown.map((row, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the list from the field
          <div
            key={row.value}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            // The field keeps the focus, and with it what is typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => commit(row)}
          >
            {row.label || row.value}
          </div>
        ))}
      </div>
      {empty && (
        <p role="status" className="field-help">
          {open && text.trim() !== '' && rows.length === 0 && empty}
        </p>
      )}
    </div>
  )
}
