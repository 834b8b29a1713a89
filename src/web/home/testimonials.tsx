import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'

/** A testimonial; all texts are resolved on the server. */
export type Testimonial = {
  slug: string
  words: string
  language: string
  who: string
  about: string
  stars: string
  rated: string
}

export function Testimonials({ title, items }: { title: string; items: readonly Testimonial[] }) {
  return (
    <section>
      <h2 className="text-h2">{title}</h2>
      <ul className="remarks">
        {items.map(({ slug, words, language, who, about, stars, rated }) => (
          <li key={slug} className="card review">
            <blockquote className="ruled" lang={language}>
              {words}
            </blockquote>
            <div className="review-by">
              <span aria-hidden="true" className="flex-none">
                <Portrait src={null} name={who.split(/[\s,]/, 1).join('')} width={48} />
              </span>
              <p className="min-w-0 grow">
                <b>{who}</b>
                <LocalLink to={`/mentors/${slug}`} className="text-link block py-1 text-small">
                  {about}
                </LocalLink>
              </p>
              <p className="flex flex-none items-center gap-1">
                <Icon name="star" size={18} className="fill-current text-star" />
                <b aria-hidden="true">{stars}</b>
                <span className="sr-only">{rated}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
