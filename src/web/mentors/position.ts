import { snapToGrid } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { geolocationPermission } from './permission.ts'

const timeoutMs = 10_000
/** Some browsers never report a dismissed permission prompt. */
const closedPromptMs = 20_000
/** A position this recent is reused. */
const maxAgeMs = 600_000
const india = { south: 6, north: 38, west: 68, east: 98 }

const problems = {
  denied: m.list_locate_denied,
  unavailable: m.list_locate_unavailable,
  outside: m.list_locate_outside,
} as const

/** Location as URL parameters, or an error message. */
type PositionResult = { place: string } | { problem: string }
const failed = (why: keyof typeof problems): PositionResult => ({ problem: problems[why]() })

/** Reads the device's position. Revoking the permission at any moment ends the attempt. */
export async function readPosition(): Promise<PositionResult> {
  if (!navigator.geolocation) return failed('unavailable')
  const status = await geolocationPermission()
  return await new Promise<PositionResult>((done) => {
    const onChange = () => status?.state === 'denied' && settle(failed('denied'))
    const timer = setTimeout(() => settle(failed('unavailable')), closedPromptMs)
    const settle = (read: PositionResult) => {
      clearTimeout(timer)
      status?.removeEventListener('change', onChange)
      done(read)
    }
    status?.addEventListener('change', onChange)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => settle(locationOf(coords)),
      ({ code, PERMISSION_DENIED }) => settle(failed(code === PERMISSION_DENIED ? 'denied' : 'unavailable')),
      { timeout: timeoutMs, maximumAge: maxAgeMs },
    )
  })
}

function locationOf({ latitude, longitude }: GeolocationCoordinates): PositionResult {
  const { south, north, west, east } = india
  if (!(latitude >= south && latitude <= north && longitude >= west && longitude <= east)) return failed('outside')
  const lat = String(snapToGrid(latitude))
  const lon = String(snapToGrid(longitude))
  return { place: new URLSearchParams({ lat, lon }).toString() }
}
