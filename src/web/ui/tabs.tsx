import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

export type Tab = { id: string; label: ReactNode; panel: ReactNode }
type Props = {
  label: string
  tabs: readonly Tab[]
  initial?: string
  /**
   * Search parameter with the open tab, so that tabs work without scripts. If the loader does not read it, exclude it in
   * `shouldRevalidate`.
   */
  param?: string
  /** `segments`: two or three equal choices in one box, as on the login. */
  look?: 'hanging' | 'segments'
  onChange?: (id: string) => void
}

/** Accessible tabs: one Tab stop; arrows, Home and End move between them. */
export function Tabs({ label, tabs, initial, param, look = 'hanging', onChange }: Props) {
  const base = useId()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(initial)
  const asked = param ? (search.get(param) ?? initial) : chosen
  const open = tabs.find(({ id }) => id === asked)?.id ?? tabs[0]?.id ?? ''

  const addressOf = (id: string) => {
    const next = new URLSearchParams(search)
    if (param) next.set(param, id)
    return `?${next}`
  }
  const choose = (id: string) => {
    if (id === open) return
    onChange?.(id)
    if (param) navigate(addressOf(id), { replace: true, preventScrollReset: true })
    else setChosen(id)
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ id }) => id === open)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    const next = tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(`${base}-${next.id}-tab`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move} className={look === 'hanging' ? 'tabs' : 'tabs-segments'}>
        {tabs.map(({ id, label: words }) => {
          const given = {
            id: `${base}-${id}-tab`,
            role: 'tab',
            'aria-selected': id === open,
            'aria-controls': `${base}-${id}`,
            tabIndex: id === open ? 0 : -1,
            onClick: (event: MouseEvent) => {
              event.preventDefault()
              choose(id)
            },
          } as const
          return param ? (
            <a key={id} href={addressOf(id)} {...given}>
              {words}
            </a>
          ) : (
            <button key={id} type="button" {...given}>
              {words}
            </button>
          )
        })}
      </div>
      {tabs.map(({ id, panel }) => (
        <div key={id} id={`${base}-${id}`} role="tabpanel" aria-labelledby={`${base}-${id}-tab`} hidden={id !== open}>
          {panel}
        </div>
      ))}
    </>
  )
}
