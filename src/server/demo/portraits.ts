import type { Dice } from './dice.ts'

/** File names in /portraits by appearance. */
const portraits = {
  woman: [
    'anjali',
    'pooja',
    'divya',
    'rekha',
    'sunita',
    'kavita',
    'neha',
    'admin',
    'farah',
    'mercy',
    'priya',
    'sonal',
    'tara',
  ],
  plain: ['neha', 'admin', 'farah', 'mercy', 'sonal'],
  elder: ['meenakshi', 'sunita', 'kavita', 'lakshmi', 'mercy', 'rekha', 'tara', 'priya'],
  scarf: ['shabana', 'zoya', 'nasreen', 'farah'],
  man: ['vivek', 'arjun', 'thomas', 'rajesh', 'imran', 'venkat', 'nikhil', 'farhan', 'mohan'],
  older: ['joseph', 'ramesh', 'suresh', 'venkat', 'rajesh', 'thomas', 'mohan'],
  beard: ['imran', 'salim', 'farhan', 'vivek', 'arjun'],
  turban: ['harpreet', 'gurpreet'],
} as const
export type Look = keyof typeof portraits

const rareBindi: readonly string[] = ['christian', 'sikh', 'adivasi']

export function lookOf(community: string, gender: 'male' | 'female', age: number): Look {
  if (gender === 'male') {
    if (community === 'sikh') return 'turban'
    if (community === 'muslim' && age < 50) return 'beard'
    return age < 42 ? 'man' : 'older'
  }
  if (community === 'muslim') return 'scarf'
  if (rareBindi.includes(community)) return 'plain'
  return age > 45 ? 'elder' : 'woman'
}

const fileOf = (name: string) => `/portraits/${name}.svg`

/** A portrait that fits, before they are spread. */
export const portraitOf = (dice: Dice, look: Look): string =>
  fileOf(look === 'turban' ? 'harpreet' : dice.pick<string>(portraits[look]))

type Listed = {
  phone: string
  photo: string | null
  look: Look | null
  city: string
  admin_ranking: number
  rating: number | null
}

/** Spreads the portraits over a batch in the order of the list, so that neighbours on a page differ, in a city too. */
export function spreadPortraits<R extends Listed>(batch: readonly R[]): R[] {
  const listed = [...batch].sort((a, b) => a.admin_ranking - b.admin_ranking || (b.rating ?? 0) - (a.rating ?? 0))
  const lastSeen = new Map<string, number>()
  const photos = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { phone, photo, look, city } of listed) {
    if (photo === null) continue
    const lists = ['all', city]
    for (const list of lists) counts.set(list, (counts.get(list) ?? 0) + 1)
    const gap = (file: string) =>
      Math.min(
        ...lists.map((list) => (counts.get(list) ?? 0) - (lastSeen.get(list + file) ?? Number.NEGATIVE_INFINITY)),
      )
    const files = look ? portraits[look].map(fileOf) : [photo]
    const chosen = files.reduce((best, file) => (gap(file) > gap(best) ? file : best))
    for (const list of lists) lastSeen.set(list + chosen, counts.get(list) ?? 0)
    photos.set(phone, chosen)
  }
  return batch.map((row) => ({ ...row, photo: photos.get(row.phone) ?? null }))
}
