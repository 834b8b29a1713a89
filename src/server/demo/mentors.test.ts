import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { listPage } from '#contract/mentors/limits.ts'
import type { publicTexts } from '#contract/mentors/reviewed-facts.ts'
import { homeSubjects } from '#contract/reference/catalogue.ts'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import { areasOf, findArea, findCity, states } from '#server/reference/places/places.ts'
import { demoBookings } from './demo-bookings.ts'
import { demoMentors } from './mentors.ts'
import { spreadPortraits } from './portraits.ts'

const six = [...demoMentors(600)]
const inIndore = six.filter((one) => one.city === 'Indore' && one.show_on_website)

describe('demo mentors', () => {
  it('begin with the people of the design', () => {
    expect(six.slice(0, 8).map((one) => one.full_name)).toEqual([
      'Sunita Deshpande',
      'Imran Qureshi',
      'Anjali Joshi',
      'Rajesh Chouhan',
      'Harpreet Bhatia',
      'Meenakshi Iyer',
      'Joseph Mathew',
      'Shabana Ansari',
    ])
  })

  it('look different from their neighbours in the list, and all have a portrait that exists', async () => {
    const spread = spreadPortraits(six).filter((one) => one.show_on_website && one.status === 'verified')
    spread.sort((a, b) => a.admin_ranking - b.admin_ranking || (b.rating ?? 0) - (a.rating ?? 0))
    const indore = spread.filter((one) => one.city === 'Indore')
    const pages = [0, 1, 2].map((i) => spread.slice(i * listPage.default, (i + 1) * listPage.default))
    for (const page of [...pages, indore.slice(0, listPage.default)]) {
      const photos = page.flatMap(({ photo }) => photo ?? [])
      expect(new Set(photos).size).toBe(photos.length)
    }
    const files = new Set((await readdir('public/portraits')).map((name) => `/portraits/${name}`))
    expect(spread.filter(({ photo }) => photo && !files.has(photo))).toEqual([])
    expect(new Set(spread.map(({ photo }) => photo)).size).toBeGreaterThan(24)
  })

  it('stay the same for any total', () => {
    expect([...demoMentors(900)].slice(0, 600)).toEqual(six)
  })

  it('live in all nine states, with at least 120 listed in Indore', () => {
    expect(new Set(six.map((one) => one.state))).toEqual(new Set(states.map((one) => one.name)))
    expect(inIndore.length).toBeGreaterThanOrEqual(120)
  })

  it('teach every subject of the home page in Indore, mathematics with at least 6 gold', () => {
    for (const subject of homeSubjects) {
      expect(
        inIndore.filter((one) => one.offers.some((offer) => offer.subject === subject)).length,
        subject,
      ).toBeGreaterThanOrEqual(3)
    }
    const gold = inIndore.filter(
      (one) => one.tier === 'gold' && one.offers.some((offer) => offer.subject === 'mathematics'),
    )
    expect(gold.length).toBeGreaterThanOrEqual(6)
  })

  it('have a unique slug, phone and bio without contact details, a subject, a price in steps of 500 and a plausible age', {
    tags: ['full'],
  }, () => {
    for (const key of ['slug', 'phone', 'brief'] as const)
      expect(new Set(six.map((one) => one[key])).size, key).toBe(600)
    for (const one of six) {
      expect(one.offers.length, one.slug).toBeGreaterThan(0)
      expect(one.modes.length, one.slug).toBeGreaterThan(0)
      expect(one.age, one.slug).toBeLessThanOrEqual(65)
      for (const { paise } of one.modes)
        expect(paise % 50_000 === 0 && paise >= 100_000 && paise <= 2_500_000, one.slug).toBe(true)
      expect(one.brief, one.slug).not.toMatch(/[{}]|undefined/)
    }
    const texts: (keyof typeof publicTexts)[] = [
      ...(['full_name', 'highest_qualification', 'specialization', 'university', 'qualification_display'] as const),
      ...(['graduation_college', 'postgraduation_college', 'area', 'teaching_experience', 'brief'] as const),
    ]
    const contacts = six.flatMap((one) =>
      texts.map((text) => one[text]).filter((text) => maskPlainContacts(text).isMasked),
    )
    expect(contacts).toEqual([])
    expect(new Set([...demoMentors(5000)].map((one) => one.slug)).size).toBe(5000)
  })
})

it('plans demo lessons without Sundays or overlaps on any day of the week', () => {
  for (let sunday = 0; sunday < 7; sunday += 1) {
    const bookings = demoBookings((day) => (((day - sunday) % 7) + 7) % 7 === 0)
    const times = bookings.flatMap((one) => one.lessons.map((lesson) => `${one.mentor} ${lesson.day} ${lesson.time}`))
    expect(new Set(times).size).toBe(times.length)
    const settled = bookings[0]?.lessons.filter((lesson) => lesson.state === 'settled') ?? []
    expect(settled.length).toBe(8)
    for (const { day } of settled) expect((((day - sunday) % 7) + 7) % 7, String(day)).not.toBe(0)
  }
})

describe('places', () => {
  it('are found in both scripts and by other spellings', () => {
    expect(findCity('बैंगलोर')?.name).toBe('Bengaluru')
    expect(findCity(' INDORE ')?.nameHi).toBe('इंदौर')
    expect(findArea('Bhanwar Kuan', 'Indore')?.name).toBe('Bhawarkuan')
    expect(findArea('पलासिया')?.name).toBe('Palasia')
    expect(findArea('Vijay Nagar', 'Jabalpur')?.city).toBe('Jabalpur')
    expect(findArea('Nowhere', 'Indore')).toBeNull()
  })

  it('lie inside the bounds of their city', () => {
    for (const area of areasOf('Indore').concat(areasOf('Mumbai'), areasOf('Delhi'), areasOf('Bengaluru'))) {
      const bounds = findCity(area.city)?.bounds
      expect(
        bounds &&
          area.lat < bounds.north &&
          area.lat > bounds.south &&
          area.lon < bounds.east &&
          area.lon > bounds.west,
        area.name,
      ).toBe(true)
    }
  })
})
