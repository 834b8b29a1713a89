import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'
import type { Area, City } from './gazetteer.ts'
import { locate } from './locate.ts'

/** PIN codes by "area, city" or "city, state". Written by scripts/trim-pins.ts. */
const pinRows = readDataFile('pins', z.record(z.string(), z.array(z.string().regex(/^\d{6}$/))))
const addressesByPin = Map.groupBy(
  Object.entries(pinRows).flatMap(([address, pins]) => pins.map((pin) => ({ address, pin }))),
  ({ pin }) => pin,
)

/** Whether a text is a PIN code; "452 010" is one as well. */
export const isPin = (text: string) => /^[1-9]\d{2} ?\d{3}$/.test(text)

/** Places of a PIN code that can be chosen: its areas, or its city or town. */
export function placesAtPin(text: string): (Area | City)[] {
  return (addressesByPin.get(text.replace(' ', '')) ?? []).flatMap(({ address }) => {
    const found = locate(address)
    const place = found && (found.area ?? found.city)
    return place?.isShown ? [place] : []
  })
}
