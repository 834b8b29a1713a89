import { type Grade, gradesOfKey } from '#contract/reference/catalogue.ts'
import { areasOf } from '#server/reference/places/places.ts'
import { type Dice, diceOf } from './dice.ts'
import type { MentorRow } from './mentor-row.ts'
import { type Mood, remarks, topicOf, type Writer } from './remarks.ts'

export type ReviewRow = {
  phone: string
  writer: Writer
  grade: Grade
  area: string
  city: string
  stars: number
  words: string
  lessons_held: number
  minutes_ago: number
}

const maxDays = 540
/** Days from joining to the first review. */
const minDays = 8
const lessonsADay = 0.45
/** Seed offset that separates reviews from mentors. */
const reviewSeed = 1_000_003

/** The possible average of `count` whole stars nearest to a rating. */
export const ratingNear = (rating: number, count: number): number =>
  Math.round((Math.round(rating * count) * 10) / count) / 10

/** Whole stars with this average, in random order. */
function starsOf(dice: Dice, rating: number, count: number): number[] {
  const stars = Array.from({ length: count }, () => 5)
  let missing = 5 * count - Math.round(rating * count)
  while (missing > 0) {
    const at = dice.int(0, count - 1)
    const one = stars[at] ?? 1
    if (one === 1) continue
    stars[at] = one - 1
    missing -= 1
  }
  return stars
}

function writerOf(dice: Dice, grade: Grade): Writer {
  const school = Number(grade)
  if (Number.isNaN(school)) return 'student'
  const students = school > 10 ? 55 : school === 10 ? 20 : 0
  return dice.weigh([
    ['parent', 90 - students],
    ['grandparent', 10],
    ['student', students],
  ] as const)
}

function moodOf(dice: Dice, stars: number): Mood {
  if (stars === 5) return 'good'
  if (stars === 4) return dice.chance(0.5) ? 'good' : 'fair'
  return stars === 3 && dice.chance(0.4) ? 'fair' : 'poor'
}

/** Whether a remark fits a grade. */
function fits(remark: string, grade: Grade): boolean {
  const [, than, bound] = /^([<>])(\d+) /.exec(remark) ?? []
  if (!than) return true
  return than === '<' ? Number(grade) < Number(bound) : !(Number(grade) <= Number(bound))
}

const asSaidOf = (remark: string, gender: MentorRow['gender']) =>
  remark
    .replace(/^[<>]\d+ /, '')
    .replace(/\[([^|\]]*)\|([^|\]]*)\]/g, (_, he: string, she: string) => (gender === 'male' ? he : she))

/** Reviews that add up to a demo mentor's rating. */
export function inventReviews(i: number, mentor: MentorRow): ReviewRow[] {
  const { rating, rating_count: count } = mentor
  if (rating === null || count === 0) return []
  const dice = diceOf(i + reviewSeed)
  const said = new Set<string>()
  const areas = areasOf(mentor.city)
  return starsOf(dice, rating, count).map((stars) => {
    const offer = dice.pick(mentor.offers)
    const grade = dice.pick(gradesOfKey(offer.key))
    const writer = writerOf(dice, grade)
    const mood = moodOf(dice, stars)
    const topics = [topicOf(offer.subject), Number.isNaN(Number(grade)) ? 'any' : 'school'] as const
    const left = topics
      .flatMap((topic) => (topic && remarks[topic]?.[mood]?.[writer]) ?? [])
      .filter((one) => fits(one, grade) && !said.has(one))
    const words = left.length > 0 && dice.chance(stars < 4 ? 0.85 : 0.6) ? dice.pick(left) : ''
    said.add(words)
    const days = dice.int(2, Math.min(maxDays, mentor.joined_days - minDays))
    const maxLessons = Math.floor((mentor.joined_days - days) * lessonsADay)
    const lessons = dice.weigh([
      [dice.int(1, 4), 2],
      [dice.int(5, 30), 5],
      [dice.int(31, 90), 3],
    ])
    return {
      phone: mentor.phone,
      writer,
      grade,
      area: areas.length === 0 ? '' : dice.chance(0.4) ? mentor.area : dice.pick(areas).name,
      city: mentor.city,
      stars,
      words: asSaidOf(words, mentor.gender),
      lessons_held: Math.min(lessons, maxLessons),
      minutes_ago: days * 1440 - dice.int(0, 900),
    }
  })
}
