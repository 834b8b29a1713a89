import { LocalLink } from './link.tsx'
import { Rating } from './rating.tsx'

/** A family's words about a mentor; all texts are resolved on the server. */
export type Testimonial = {
  slug: string
  words: string
  language: string
  who: string
  about: string
  rating: number
}

/** Testimonials, each with a link to its mentor. */
export function Remarks({ items }: { items: readonly Testimonial[] }) {
  return (
    <ul className="remarks">
      {items.map(({ slug, words, language, who, about, rating }) => (
        <li key={slug} className="card review">
          <blockquote className="ruled" lang={language}>
            {words}
          </blockquote>
          <div className="review-by">
            <p className="min-w-0 grow">
              <b>{who}</b>
              <LocalLink to={`/mentors/${slug}`} className="text-link block py-1 text-small">
                {about}
              </LocalLink>
            </p>
            <Rating value={rating} />
          </div>
        </li>
      ))}
    </ul>
  )
}
