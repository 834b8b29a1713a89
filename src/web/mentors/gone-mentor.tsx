import { telHref } from '#contract/wire/contact.ts'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { MentorCard } from './mentor-card.tsx'
import type { SimilarToGone } from './similar.server.ts'

/**
 * Shown instead of a profile that is no longer public: similar mentors nearby. Does not reveal the mentor or the
 * reason.
 */
export function GoneMentor({ instead: { cards, list, texts } }: { instead: SimilarToGone }) {
  const { callingNo } = useSite()
  const [before, after] = texts.call.split('\n')
  const isAlone = cards.length === 0
  const more = (
    <ButtonLink to={list} look={isAlone ? 'filled' : 'outline'}>
      {texts.list}
    </ButtonLink>
  )
  return (
    <main>
      <div className="kraft">
        <div className="page-width pt-2 pb-6 lg:pt-5 lg:pb-8">
          <LocalLink
            to="/mentors"
            className="text-link -ml-1 mb-2 inline-flex min-h-11 items-center gap-1 text-on-kraft"
          >
            <Icon name="chevron-left" size={20} />
            {texts.back}
          </LocalLink>
          <h1 className="text-balance text-h1">{texts.title}</h1>
          {isAlone && <p className="mt-2 max-w-prose">{texts.none}</p>}
          <p className="mt-2 max-w-prose">
            {before}
            <a href={telHref(callingNo)} className="whitespace-nowrap py-2.5 font-semibold text-on-kraft underline">
              {callingNo}
            </a>
            {after}
          </p>
          {isAlone && <p className="mt-4">{more}</p>}
        </div>
      </div>
      {!isAlone && (
        <section aria-labelledby="similar-mentors" className="page-width profile-similar">
          <h2 id="similar-mentors" className="text-h3 lg:text-[24px]">
            {texts.similar}
          </h2>
          <ul className="silver-cards">
            {cards.map((card) => (
              <li key={card.slug}>
                <MentorCard card={card} />
              </li>
            ))}
          </ul>
          <p className="mt-6">{more}</p>
        </section>
      )}
    </main>
  )
}
