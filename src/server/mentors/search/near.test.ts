import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { builtIn, usePlaces } from '#server/reference/places/places.ts'
import { everywhereKm, resolveNear, withinOf } from './near.ts'

// A state that lost its cities.
beforeAll(() => {
  usePlaces(builtIn.map((one) => (one.name === 'New Delhi' ? { ...one, status: 'removed', version: 1 } : one)))
})
afterAll(() => {
  usePlaces(builtIn)
})

const indore = 'at:madhya pradesh/indore, keyed'
const bhopal = 'at:madhya pradesh/bhopal, keyed'
const vijayNagar = { lat: 22.7603, lon: 75.8863 }

it.each([
  [{}, 'default', 'Indore', 22.7196, indore],
  [{ within: 10 }, 'default', 'Indore', 22.7196, null],
  [{ lat: 19 }, 'default', 'Indore', 22.7196, indore],
  [{ lon: 72 }, 'default', 'Indore', 22.7196, indore],
  [{ area: 'Vijay Nagar', ...vijayNagar }, 'area', 'Vijay Nagar', 22.7603, indore],
  [{ area: 'Nowhere', state: 'MP' }, 'default', 'Madhya Pradesh', 22.7196, 'at:madhya pradesh/'],
  [{ city: 'Bhopal', within: 10 }, 'city', 'Bhopal', 23.2599, bhopal],
  [{ city: 'Sironj' }, 'city', 'Sironj', 24.1031, 'at:madhya pradesh/sironj'],
  [{ city: 'Atlantis' }, 'default', 'Atlantis', 22.7196, 'at:/atlantis'],
  [{ city: 'Atlantis', state: 'Maharashtra' }, 'default', 'Atlantis', 22.7196, 'at:maharashtra/atlantis'],
  [{ state: 'Maharashtra' }, 'default', 'Maharashtra', 19.076, 'at:maharashtra/'],
  [{ state: 'Delhi' }, 'default', 'Delhi', 22.7196, 'at:delhi/'],
  [{ state: 'Nowhere' }, 'default', 'Nowhere', 22.7196, 'at:nowhere/'],
  [vijayNagar, 'point', 'Vijay Nagar', 22.761, indore],
  [{ ...vijayNagar, within: 10 }, 'point', 'Vijay Nagar', 22.761, null],
  [{ ...vijayNagar, city: 'Bhopal' }, 'point', 'Vijay Nagar', 22.761, bhopal],
  [{ lat: 22.61, lon: 75.71 }, 'point', 'Pithampur', 22.6098, 'at:madhya pradesh/pithampur, keyed'],
  [{ lat: 0, lon: 70 }, 'point', '', 0, null],
] as const)('%j is resolved to %s %s', (input, from, label, lat, locality) => {
  const { place, ...near } = resolveNear(input)
  expect(near).toMatchObject({ from, label, lat })
  expect(place && `${place.tag}${place.isKeyed ? ', keyed' : ''}`).toBe(locality)
})

test('an unknown point is searched nearby, a place everywhere, and a large distance has no limit', () => {
  const place = resolveNear({})
  const point = resolveNear({ lat: 0, lon: 70 })
  expect([withinOf(place, undefined), withinOf(point, undefined), withinOf(point, everywhereKm)]).toEqual([
    1e6, 60, 1e6,
  ])
  expect(withinOf(place, everywhereKm - 1)).toBe(everywhereKm - 1)
})
