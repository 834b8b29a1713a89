import { describe, expect, it } from 'vitest'
import { breadcrumbs, type MentorFacts, mentorThing } from './structured-data.server.ts'

const mentor: MentorFacts = {
  slug: 'sunita-deshpande',
  name: 'Sunita Deshpande',
  photo: '/media/sunita.jpg',
  about: 'I teach maths </script><script>alert(1)</script>',
  area: 'Vijay Nagar',
  city: 'Indore',
  state: 'Madhya Pradesh',
  subjects: ['Mathematics', 'Science'],
  prices: [4500, 3500],
  rating: 4.9,
  ratingCount: 86,
}

describe('a mentor as JSON-LD', () => {
  it("contains the mentor's data", () => {
    expect(mentorThing('https://m.example', mentor)).toMatchObject({
      '@type': 'LocalBusiness',
      name: 'Sunita Deshpande',
      url: 'https://m.example/mentors/sunita-deshpande',
      image: 'https://m.example/media/sunita.jpg',
      address: { addressLocality: 'Vijay Nagar, Indore', addressRegion: 'Madhya Pradesh', addressCountry: 'IN' },
      priceRange: '₹3500 to ₹4500 a month',
      aggregateRating: { ratingValue: 4.9, ratingCount: 86, bestRating: 5 },
      founder: { '@type': 'Person', knowsAbout: ['Mathematics', 'Science'] },
    })
  })

  it('has no rating and no price without data', () => {
    const thing = mentorThing('https://m.example', { ...mentor, rating: null, ratingCount: 0, prices: [], photo: null })
    expect(thing).not.toHaveProperty('aggregateRating')
    expect(thing).not.toHaveProperty('priceRange')
    expect(thing).toMatchObject({ image: 'https://m.example/og.png' })
    expect(mentorThing('https://m.example', { ...mentor, ratingCount: 0 })).not.toHaveProperty('aggregateRating')
  })
})

it('numbers breadcrumbs from one with absolute URLs', () => {
  expect(
    breadcrumbs('https://m.example', [
      { name: 'Home', path: '/' },
      { name: 'Music', path: '/tutors/music' },
    ]),
  ).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://m.example/' },
      { position: 2, name: 'Music', item: 'https://m.example/tutors/music' },
    ],
  })
})
