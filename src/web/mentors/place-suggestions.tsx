import { useEffect, useEffectEvent, useId, useState } from 'react'
import { m } from '#messages'
import { searchOf } from '../form.ts'
import { currentLocale } from '../locale.ts'
import { Icon } from '../ui/icon.tsx'
import { usePlaces } from '../use-suggestions.ts'
import { readPosition } from './position.ts'
import { type ChosenPlace, recentPlaces, rememberPlace } from './recent-places.ts'

type Props = {
  /** The field becomes a combobox while this component is mounted. */
  input: HTMLInputElement
  /** City whose areas come first; empty for all of India. */
  city: string
  /** A place was chosen, or the device's position was read; by default it is used in the field's form. */
  onPick?: (place: URLSearchParams) => void
}

const noteStyle = 'absolute inset-x-0 top-full rounded-control bg-warn-soft px-3 py-2 text-small text-warn'

type Row = ChosenPlace & { icon: 'locate-fixed' | 'clock' | 'map-pin' }

/** Areas, cities and PIN codes of all India for a text field, with the device's position and recent choices. */
export function PlaceSuggestions({ input, city, onPick }: Props) {
  const id = useId()
  const [text, setText] = useState(input.value)
  const [open, setOpen] = useState(document.activeElement === input)
  const [at, setAt] = useState(-1)
  const [notice, setNotice] = useState('')
  const found = usePlaces(text, { ...(city && { city, everywhere: 'true' }) }, true)
  const isEmpty = text.trim() === ''
  const rows: Row[] = isEmpty
    ? [
        { icon: 'locate-fixed', place: '', label: m.list_locate(), labelHi: m.list_locate() },
        ...recentPlaces().map((one) => ({ ...one, icon: 'clock' as const })),
      ]
    : (found ?? []).map(({ label, labelHi, state, city, area }) => {
        const params = new URLSearchParams({ state, city, ...(area && { area }) })
        return { icon: 'map-pin', label, labelHi, place: params.toString() }
      })
  const shown = open ? rows : []
  const active = shown[at] ? `${id}-${at}` : ''

  const locate = async () => {
    setNotice(m.list_locating())
    const read = await readPosition()
    setNotice('problem' in read ? read.problem : '')
    if (!('place' in read)) return
    const place = new URLSearchParams(read.place)
    if (onPick) onPick(place)
    else searchNear(input, place)
  }
  const choose = ({ icon, ...chosen }: Row) => {
    setOpen(false)
    setAt(-1)
    if (icon === 'locate-fixed') return locate()
    rememberPlace(chosen)
    if (onPick) onPick(new URLSearchParams(chosen.place))
    else input.value = placeLabel(chosen)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = shown[at]
    if (step) {
      event.preventDefault()
      setOpen(true)
      setAt(at < 0 && step < 0 ? rows.length - 1 : (at + step + rows.length) % Math.max(1, rows.length))
    } else if (event.key === 'Enter' && row) {
      event.preventDefault()
      event.stopImmediatePropagation()
      choose(row)
    } else if (event.key === 'Escape' && open) {
      // Closes the list but not the surrounding dialog.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      setAt(-1)
    }
  })
  useEffect(() => {
    const type = () => {
      setText(input.value)
      setAt(-1)
      setOpen(true)
      setNotice('')
    }
    const enter = () => {
      setText(input.value)
      setOpen(true)
    }
    const leave = () => {
      setOpen(false)
      setNotice('')
    }
    const listeners = { input: type, focus: enter, click: enter, blur: leave, keydown: press } as const
    const each = Object.entries(listeners) as [string, EventListener][] // safe: each name has its kind of event
    for (const [name, listener] of each) input.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of each) input.removeEventListener(name, listener)
    }
  }, [input])
  useEffect(() => {
    const states = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-expanded': String(shown.length > 0),
      'aria-activedescendant': active,
    }
    for (const [name, value] of Object.entries(states)) input.setAttribute(name, value)
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    else input.removeAttribute('aria-activedescendant')
  }, [input, id, active, shown.length])

  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={m.list_suggestions()} hidden={shown.length === 0}>
        {shown.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the list from the field
          <div
            key={row.icon + row.place}
            id={`${id}-${index}`}
            role="option"
            className="gap-2.5"
            tabIndex={-1}
            aria-selected={index === at}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(row)}
          >
            <Icon name={row.icon} size={20} className="flex-none text-muted" />
            {placeLabel(row)}
          </div>
        ))}
      </div>
      <p role="status" className={notice || (open && found?.length === 0) ? noteStyle : 'sr-only'}>
        {notice || (open && found && placesText(found.length))}
      </p>
    </>
  )
}

/** A place's label in the language of the page. */
const placeLabel = ({ label, labelHi }: Pick<ChosenPlace, 'label' | 'labelHi'>) =>
  currentLocale() === 'hi' ? labelHi : label

/** Submits the field's form with a position instead of its text. */
function searchNear({ form, name }: HTMLInputElement, position: URLSearchParams): void {
  if (!form) return
  const params = searchOf(new FormData(form))
  params.delete(name)
  for (const [field, value] of position) params.set(field, value)
  location.assign(`${form.action}?${params}`)
}

function placesText(count: number): string {
  if (count === 0) return m.list_places_none()
  return count === 1 ? m.list_places_one() : m.list_places_found({ count })
}
