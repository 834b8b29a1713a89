import { useId, useState } from 'react'
import { m } from '#messages'
import { Checkbox } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Column } from './column.ts'
import { useListMemory } from './list-memory.ts'

/** The columns this device shows: all but the hidden ones, which at first are the extra ones. The first and the actions always are. */
export function useShownColumns<R>(path: string, columns: readonly Column<R>[]) {
  const [memory, change] = useListMemory(path)
  const hidden = memory.hidden ?? columns.filter(({ isExtra }) => isExtra).map(({ key }) => key)
  const isFixed = ({ key, isActions, isRowOnly }: Column<R>) =>
    key === columns[0]?.key || isActions === true || isRowOnly === true
  const shown = columns.filter((one) => isFixed(one) || !hidden.includes(one.key))
  const choices = columns.filter((one) => !isFixed(one)).map(({ key, label }) => ({ key, label }))
  const show = (key: string, isShown: boolean) =>
    change({ hidden: isShown ? hidden.filter((one) => one !== key) : [...hidden, key] })
  return { shown, choices, hidden, show }
}

type Props = Pick<ReturnType<typeof useShownColumns>, 'choices' | 'hidden' | 'show'>

/** Chooses the columns of a list; remembered on this device. */
export function ListColumns({ choices, hidden, show }: Props) {
  const pop = useId()
  const [isOpen, setOpen] = useState(false)
  const isScripted = useScripts()
  if (choices.length < 2) return null
  return (
    <>
      {/* In its place before it works, so that nothing moves. */}
      <button
        type="button"
        popoverTarget={pop}
        className={`text-link inline-flex min-h-11 items-center gap-2 px-2 ${isScripted ? '' : 'invisible'}`}
      >
        <Icon name="settings" size={20} />
        <span>{m.admin_columns()}</span>
      </button>
      <div
        popover="auto"
        id={pop}
        role="dialog"
        aria-label={m.admin_columns()}
        className="list-pop"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <ul>
          {(isOpen ? choices : []).map(({ key, label }) => (
            <li key={key}>
              <Checkbox
                label={label}
                checked={!hidden.includes(key)}
                onChange={(event) => show(key, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
