import { type MouseEvent, useEffect, useState } from 'react'
import { mapImage } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FieldLocation } from './locate.ts'
import { type GeocodedPin, geocode, mapImageUrl, movePin, type Pin } from './map-pin.ts'

type Props = { place: FieldLocation; onConfirm: (pin: Pin) => void }

/** How far one press of a button moves the pin, in pixels of the map image; about 300 m. */
const stepPx = 65
/** Debounces button presses, because each map request is billed. */
const debounceMs = 600

const nameOf = ({ area, city, state }: FieldLocation) => [area, city, state, 'India'].filter(Boolean).join(', ')
const pinOf = ({ lat, lon }: FieldLocation): Pin | null => (lat && lon ? { lat: Number(lat), lon: Number(lon) } : null)

/** Map of the chosen location with a pin to confirm or move. The pin is saved on confirmation. */
export function LocationMap({ place, onConfirm: onPoint }: Props) {
  const [target, setTarget] = useState<{ at: Pin | string; delayMs: number }>({
    at: pinOf(place) ?? nameOf(place),
    delayMs: 0,
  })
  const [result, setResult] = useState<GeocodedPin | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const found = await geocode(target.at, controller.signal)
      if (controller.signal.aborted) return
      // A point without an address keeps the pin and shows the previous address.
      setResult(
        (previous) =>
          found ?? (previous && typeof target.at !== 'string' ? { ...target.at, address: previous.address } : null),
      )
    }, target.delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [target])
  if (!result) return null

  const moveTo = (at: Pin, delayMs: number) => {
    setConfirmed(false)
    setTarget({ at, delayMs })
  }
  const move = (right: number, down: number) =>
    moveTo(movePin(typeof target.at === 'string' ? result : target.at, right, down), debounceMs)
  const tap = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const x = (clientX - left) / width - 0.5
    const y = (clientY - top) / height - 0.5
    moveTo(movePin(result, x * mapImage.width, y * mapImage.height), 0)
  }
  const confirm = () => {
    onPoint(result)
    setConfirmed(true)
  }
  return (
    <section aria-labelledby="map-title" className="card grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="map-title" className="text-h3">
          {isConfirmed ? m.apply_map_done() : m.apply_map_title()}
        </h2>
        <p role="status">{isConfirmed ? m.apply_map_kept() : result.address}</p>
      </div>
      <MapImage key={mapImageUrl(result)} pin={result} onTap={isMoving ? tap : undefined} />
      <div className="flex flex-wrap gap-2">
        <Button
          look={isConfirmed ? 'outline' : 'filled'}
          aria-pressed={isConfirmed}
          onClick={confirm}
          icon={isConfirmed && <Icon name="check" size={20} />}
        >
          {m.apply_map_right()}
        </Button>
        <Button look="outline" aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
          {m.apply_map_move()}
        </Button>
      </div>
      {isMoving && <MoveButtons onMove={move} />}
    </section>
  )
}

/** Map image. If it fails to load, only the map's source is named; the address is shown above. */
function MapImage({ pin, onTap }: { pin: GeocodedPin; onTap: ((event: MouseEvent<HTMLElement>) => void) | undefined }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p className="text-muted text-small">{m.apply_map_source()}</p>
  const { width, height } = mapImage
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons below work with a keyboard
    <img
      src={mapImageUrl(pin)}
      width={width}
      height={height}
      alt={m.apply_map_alt({ place: pin.address })}
      onError={() => setFailed(true)}
      onClick={onTap}
      className={`map-picture ${onTap ? 'cursor-crosshair' : ''}`}
    />
  )
}

const directions = [
  [m.apply_map_west, -1, 0, ''],
  [m.apply_map_north, 0, -1, 'rotate-90'],
  [m.apply_map_south, 0, 1, '-rotate-90'],
  [m.apply_map_east, 1, 0, 'rotate-180'],
] as const

function MoveButtons({ onMove }: { onMove: (right: number, down: number) => void }) {
  return (
    <div className="grid gap-2">
      <p className="text-muted">{m.apply_map_tap()}</p>
      <div className="flex flex-wrap gap-2">
        {directions.map(([label, right, down, rotation]) => (
          <Button
            key={rotation}
            look="outline"
            onClick={() => onMove(right * stepPx, down * stepPx)}
            icon={<Icon name="arrow-left" size={20} className={rotation} />}
          >
            {label()}
          </Button>
        ))}
      </div>
    </div>
  )
}
