import { snapToGrid } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { permission } from './permission.ts'

const waitMs = 10_000
/** Some browsers never answer when their question is closed. */
const patienceMs = 20_000
/** A position read a moment ago is as good. */
const freshMs = 600_000
const india = { south: 6, north: 38, west: 68, east: 98 }

const problems = {
  denied: m.list_locate_denied,
  unavailable: m.list_locate_unavailable,
  outside: m.list_locate_outside,
} as const

/** A place as in an address, or why there is none, in words. */
type Read = { place: string } | { problem: string }
const failed = (why: keyof typeof problems): Read => ({ problem: problems[why]() })

/** Where the phone is, as the place of an address; refused at any moment, it is refused. */
export async function readPosition(): Promise<Read> {
  if (!navigator.geolocation) return failed('unavailable')
  const status = await permission()
  return await new Promise<Read>((done) => {
    const onChange = () => status?.state === 'denied' && settle(failed('denied'))
    const timer = setTimeout(() => settle(failed('unavailable')), patienceMs)
    const settle = (read: Read) => {
      clearTimeout(timer)
      status?.removeEventListener('change', onChange)
      done(read)
    }
    status?.addEventListener('change', onChange)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => settle(placeOf(coords)),
      ({ code, PERMISSION_DENIED }) => settle(failed(code === PERMISSION_DENIED ? 'denied' : 'unavailable')),
      { timeout: waitMs, maximumAge: freshMs },
    )
  })
}

function placeOf({ latitude, longitude }: GeolocationCoordinates): Read {
  const { south, north, west, east } = india
  if (!(latitude >= south && latitude <= north && longitude >= west && longitude <= east)) return failed('outside')
  const [lat, lon] = [String(snapToGrid(latitude)), String(snapToGrid(longitude))]
  return { place: new URLSearchParams({ lat, lon }).toString() }
}
