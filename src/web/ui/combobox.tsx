import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type Option, TextField } from './field.tsx'
import { useScripts } from './use-scripts.ts'

type Props = {
  /** Text of the field, controlled by the caller. */
  text: string
  onText: (text: string) => void
  /** Options for the typed text; `value` identifies the choice. */
  rows: readonly Option[]
  /** An option was chosen, or the field was left with free text (`row` is null). */
  onCommit: (row: Option | null) => void
  listLabel: string
  /** Shown instead of the list if no option fits. */
  empty?: string
  /** Lets the caller look up options only while the list is open. */
  onOpen?: (open: boolean) => void
} & Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onFocus' | 'onBlur' | 'onKeyDown'>

/** A text field with suggestions; a plain field without scripts. */
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
      // Closes the list but not the surrounding dialog.
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
            // Keeps the focus in the field.
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
