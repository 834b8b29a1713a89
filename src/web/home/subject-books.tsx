import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { HindiWord } from '../ui/hindi-word.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatNumber } from '../ui/money.tsx'

/** `isText`: there is no drawing of its Hindi name. */
type Book = { slug: string; en: string; hi: string; count: number; isText?: boolean }
const covers = [
  'blue',
  'brown',
  'brick',
  'brown',
  'maroon',
  'brown',
  'brown',
  'maroon',
  'blue',
  'brown',
  'green',
  'brick',
] as const

/** Shelf of exercise books, one per subject, with its name in both scripts. */
export function SubjectBooks({ books }: { books: readonly Book[] }) {
  const hindi = currentLocale() === 'hi'
  return (
    <section>
      <h2 className="text-h2">{m.home_pick()}</h2>
      <p className="mt-1 text-muted">{m.home_pick_text()}</p>
      <ul className="books">
        {books.map(({ slug, en, hi, count, isText }, index) => (
          <li key={slug} id={index === 6 ? 'more-subjects' : undefined}>
            <LocalLink
              to={`/mentors?subject=${encodeURIComponent(en)}`}
              className={`book book-${covers[index % covers.length]}`}
            >
              <span className="book-label">
                <b>{hindi ? hi : en}</b>
                {hindi ? (
                  <span lang="en">{en}</span>
                ) : isText ? (
                  <span lang="hi">{hi}</span>
                ) : (
                  <HindiWord id={slug} text={hi} />
                )}
              </span>
              <span className="book-count">
                {count === 1 ? m.home_mentors_one() : m.home_mentors({ count: formatNumber(count) })}
              </span>
            </LocalLink>
          </li>
        ))}
      </ul>
      <a href="#more-subjects" className="btn btn-outline more-books">
        {m.home_all_subjects()}
      </a>
    </section>
  )
}
