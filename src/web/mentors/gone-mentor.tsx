import { telHref } from '#contract/wire/contact.ts'
import { useSite } from '../shell/site-state.ts'
import { ButtonLink } from '../ui/button.tsx'
import { GoneBand } from './list-states.tsx'
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
      <GoneBand title={texts.title}>
        {isAlone && <p className="mt-2 max-w-prose">{texts.none}</p>}
        <p className="mt-2 max-w-prose">
          {before}
          <a href={telHref(callingNo)} className="whitespace-nowrap py-2.5 font-semibold text-on-kraft underline">
            {callingNo}
          </a>
          {after}
        </p>
        {isAlone && <p className="mt-4">{more}</p>}
      </GoneBand>
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
