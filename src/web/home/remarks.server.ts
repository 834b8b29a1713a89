import type { Testimonial } from '#contract/reviews/reviews.ts'
import { m } from '#messages'
import { textLanguage, writerText } from '../mentors/reviews.server.ts'

/** Testimonials, ready for display. Requires `knownAreas`. */
export const remarksOf = (quotes: readonly Testimonial[]) =>
  quotes.map(({ mentor, ...one }) => ({
    slug: mentor.slug,
    words: one.words,
    language: textLanguage(one.words),
    who: [one.name, writerText(one)].filter(Boolean).join(', '),
    about: m.home_remark_about({ name: mentor.fullName }),
    rating: one.stars,
    stars: one.stars.toFixed(1),
    rated: m.ui_rating({ value: String(one.stars) }),
  }))
