import { brand } from '#contract/brand.ts'
import { m } from '#messages'
import { Accordion } from '../ui/accordion.tsx'
import type { HomeTexts } from './home-texts.server.ts'

export function Questions({ items }: { items: HomeTexts['questions'] }) {
  return (
    <section className="questions">
      <div>
        <h2 className="max-w-[12ch] text-h2">{m.home_faq()}</h2>
        <p className="mt-2 text-muted">
          {m.home_faq_call()}{' '}
          <a href={brand.phoneHref} className="text-link inline-block py-2">
            {brand.phone}
          </a>
        </p>
      </div>
      <Accordion items={items} firstOpen />
    </section>
  )
}
