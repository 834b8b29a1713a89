import { describe, expect, it } from 'vitest'
import { mapImageUrl, movePin } from './map-pin.ts'

const kmOfDegree = 111.2
describe('map pin', () => {
  it('moves by image pixels, rounded to about 100 m', () => {
    const from = { lat: 22.7533, lon: 75.8937 }
    expect(movePin(from, 0, 0)).toEqual({ lat: 22.753, lon: 75.894 })
    const east = movePin(from, 65, 0)
    const south = movePin(from, 0, 65)
    for (const km of [
      (east.lon - from.lon) * kmOfDegree * Math.cos((from.lat * Math.PI) / 180),
      (from.lat - south.lat) * kmOfDegree,
    ]) {
      expect(km).toBeGreaterThan(0.2)
      expect(km).toBeLessThan(0.4)
    }
    expect([east.lat, south.lon]).toEqual([22.753, 75.894])
  })
  it('moves on every press, despite rounding', () => {
    for (const [right, down] of [
      [65, 0],
      [-65, 0],
      [0, 65],
      [0, -65],
    ] as const)
      for (const lat of [8, 22.7, 32]) expect(movePin({ lat, lon: 76 }, right, down)).not.toEqual({ lat, lon: 76 })
  })
  it('uses the map image of our API', () => {
    expect(mapImageUrl({ lat: 22.753, lon: 75.894 })).toBe('/api/mentor/application/map?lat=22.753&lon=75.894')
  })
})
