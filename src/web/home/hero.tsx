import type { ReactNode } from 'react'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Hero with headline and search form. */
export function Hero({ form }: { form: ReactNode }) {
  return (
    <section className="kraft">
      <div className="page-width hero">
        <div className="hero-words">
          <h1 className="text-display">{m.home_title()}</h1>
          <p className="text-lead">
            {m.home_lead()} {m.home_lead_price()}
          </p>
        </div>
        <div className="hero-form">{form}</div>
        <p className="hero-book">
          <ButtonLink to="/mentors" look="outline" className="btn-on-kraft">
            {m.home_book()}
          </ButtonLink>
          <span className="inline-flex items-center gap-2 font-semibold">
            <Icon name="shield-check" size={20} />
            {m.home_guarantee()}
          </span>
        </p>
      </div>
      <svg viewBox="0 0 360 220" className="block w-full sm:hidden" aria-hidden="true">
        <use href="/art/bridge-narrow.svg#scene" />
      </svg>
      <svg viewBox="0 0 1280 250" className="hidden w-full sm:block" aria-hidden="true">
        <use href="/art/bridge-wide.svg#scene" />
      </svg>
    </section>
  )
}
