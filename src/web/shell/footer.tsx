import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { LanguageLink } from './language-link.tsx'
import { Logo } from './logo.tsx'
import { useSite } from './site-state.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** Pages that invite: the others keep to their purpose. */
const inviting = /^\/($|mentors|tutors|about)/

/** Pages for one purpose or without a connection; a payout statement has a footer only for admins. */
const plain = /^\/(login|admin\/login|offline|shortlist|cases|payouts\/[^/]+)$/

function SlimFooter() {
  const { callingNo } = useSite()
  return (
    <footer className="site-footer slim-footer">
      <div className="page-width">
        <LocalLink to="/terms-conditions">{m.shell_terms()}</LocalLink>
        <LocalLink to="/privacy-policy">{m.shell_privacy()}</LocalLink>
        <LocalLink to="/grievance">{m.shell_grievance()}</LocalLink>
        <a href={telHref(callingNo)}>{callingNo}</a>
      </div>
    </footer>
  )
}

export function Footer({ isShort }: { isShort: boolean }) {
  const { viewer, path, callingNo, reach, social } = useSite()
  const columns = [
    [
      ['/mentors', m.shell_find_tutors()],
      ['/tutors', m.shell_by_city()],
      ['/signup', m.shell_join()],
      ['/ranking', m.shell_ranking()],
      ['/about-us', m.shell_about()],
      ['/contact-us', m.shell_contact_us()],
    ],
    [
      ['/terms-conditions', m.shell_terms()],
      ['/privacy-policy', m.shell_privacy()],
      ['/refund', m.shell_refunds()],
      ['/grievance', m.shell_grievance()],
      ['/accessibility', m.shell_accessibility()],
      ['/cases', m.shell_follow()],
    ],
  ] as const
  if (isShort || plain.test(path)) return <SlimFooter />
  return (
    <footer className="site-footer">
      <div className="page-width">
        {!viewer && inviting.test(path) && (
          <div className="footer-banner">
            <h2 className="max-w-[18ch] text-h2 text-white">{m.shell_banner()}</h2>
            <div className="grid gap-3 sm:flex">
              <ButtonLink to="/login" className="btn-on-footer-filled">
                {m.shell_sign_up_student()}
              </ButtonLink>
              <ButtonLink to="/signup" className="btn-on-footer">
                {m.shell_become_mentor()}
              </ButtonLink>
            </div>
          </div>
        )}
        <div className="footer-columns">
          <div>
            <Logo />
            <p className="mt-3 max-w-[34ch] text-on-footer-2">{m.shell_about_line()}</p>
          </div>
          {columns.map((links) => (
            <ul key={links[0][0]}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <LocalLink to={to}>{label}</LocalLink>
                </li>
              ))}
            </ul>
          ))}
          <address className="not-italic">
            <a href={telHref(callingNo)}>
              <Icon name="phone" size={20} />
              {callingNo}
            </a>
            <a href={`mailto:${reach.email}`}>
              <Icon name="mail" size={20} />
              {reach.email}
            </a>
            {reach.legalName && <p className="mt-2 text-on-footer-2">{reach.legalName}</p>}
            <p className={reach.legalName ? 'text-on-footer-2' : 'mt-2 text-on-footer-2'}>{reach.address}</p>
          </address>
        </div>
        <div className="footer-end">
          {social.length > 0 && (
            <ul className="flex flex-wrap gap-x-5">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap items-center gap-2 sm:gap-x-5">
            <LanguageLink className="[&>svg]:block" />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}
