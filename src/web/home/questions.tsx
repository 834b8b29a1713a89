import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { Accordion } from '../ui/accordion.tsx'
import type { HomeTexts } from './home-texts.server.ts'

export function FrequentQuestions({ items }: { items: HomeTexts['questions'] }) {
  const { callingNo } = useSite()
  return (
    <section className="questions">
      <div>
        <h2 className="max-w-[12ch] text-h2">{m.home_faq()}</h2>
        <p className="mt-2 text-muted">
          {m.home_faq_call()}{' '}
          <a href={telHref(callingNo)} className="text-link inline-block py-2">
            {callingNo}
          </a>
        </p>
      </div>
      <Accordion items={items} firstOpen />
    </section>
  )
}
