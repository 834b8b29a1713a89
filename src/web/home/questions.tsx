import { brand } from '#contract/brand.ts'
import { m } from '#messages'
import { Accordion } from '../ui/accordion.tsx'

export function Questions() {
  const items = [
    { title: m.home_faq1(), text: m.home_faq1_text() },
    { title: m.home_faq2(), text: m.home_faq2_text() },
    { title: m.home_faq3(), text: m.home_faq3_text() },
    { title: m.home_faq4(), text: m.home_faq4_text() },
    { title: m.home_faq5(), text: m.home_faq5_text() },
  ]
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
