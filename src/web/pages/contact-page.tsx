import { type ReactNode, useEffect, useRef } from 'react'
import { ticketMessage } from '#contract/support/limits.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { readForm } from '../form.server.ts'
import { valuesOf } from '../form.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { pageHead } from '../seo/head.server.ts'
import { organization } from '../seo/structured-data.server.ts'
import { useSite } from '../shell/site-state.ts'
import { readSite } from '../site-facts.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { loadViewer } from '../viewer.ts'
import type { Route } from './+types/contact-page.ts'
import { ownMentors, sendTicket, topicOptions } from './ticket.server.ts'
import { TicketForm, type TicketResult } from './ticket-form.tsx'
import './contact.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = await readSite(context)
  const head = pageHead(context, {
    path: '/contact-us',
    title: m.contact_title(),
    description: m.contact_lead(),
    things: (publicUrl) => [organization(publicUrl, site)],
  })
  // Only our own pages for families and mentors link to a message.
  const names = ['topic', 'mentor', ...((await loadViewer(context)) ? ['message'] : [])]
  const given = Object.fromEntries(
    names.map((name) => [name, url.searchParams.get(name)?.slice(0, ticketMessage.max) ?? '']),
  )
  return { topics: topicOptions(), mentors: await ownMentors(context), office: site.office, given, head }
}

export async function action({ context, request }: Route.ActionArgs) {
  return await sendTicket(context, await readForm(request))
}

export const clientAction = connectionLostAction(
  (form): TicketResult => ({ ok: false, problem: m.contact_offline(), fields: {}, values: valuesOf(form) }),
)

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

export default function ContactPage({ loaderData, actionData: result }: Route.ComponentProps) {
  const { topics, mentors, office, given } = loaderData
  const { callingNo, reach } = useSite()
  return (
    <main className="page-width">
      <PageHeading title={m.contact_heading()} text={m.contact_lead()} />
      <div className="contact-columns">
        <ul className="card contact-facts">
          <ContactCard icon={<Icon name="phone" size={24} />} title={m.contact_phone()}>
            <a href={telHref(callingNo)} className="text-link -my-2 inline-block py-2.5 text-[20px]">
              {callingNo}
            </a>
            {reach.hours.map((line) => (
              <p key={line} className="text-muted">
                {line}
              </p>
            ))}
          </ContactCard>
          <ContactCard icon={<Icon name="mail" size={24} />} title={m.contact_email()}>
            <a href={`mailto:${reach.email}`} className="text-link wrap-anywhere -my-2 inline-block py-2.5">
              {reach.email}
            </a>
          </ContactCard>
        </ul>
        <section className="card" aria-labelledby="ticket">
          <h2 id="ticket" className="text-h3 mb-4">
            {m.contact_form()}
          </h2>
          {result?.ok ? (
            <TicketOpened {...result} />
          ) : (
            <TicketForm topics={topics} mentors={mentors} given={given} result={result} />
          )}
          {!result?.ok && (
            <LocalLink to="/cases" className="text-link mt-3 inline-flex min-h-11 items-center">
              {m.contact_follow()}
            </LocalLink>
          )}
        </section>
        <ul className="card contact-facts">
          <ContactCard icon={<Icon name="map-pin" size={24} />} title={m.contact_address()}>
            {office.legalName && <p>{office.legalName}</p>}
            <p>{reach.address}</p>
            {office.gstin && <p>GSTIN: {office.gstin}</p>}
          </ContactCard>
          <Officer title={m.contact_grievance()} one={office.grievance} />
          <Officer title={m.contact_nodal()} one={office.nodal} />
        </ul>
      </div>
    </main>
  )
}

function TicketOpened({ number, promise }: Extract<TicketResult, { ok: true }>) {
  const { viewer } = useSite()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div role="status" className="grid justify-items-start gap-2">
      <h2 ref={title} tabIndex={-1} className="text-h3">
        {m.contact_done()}
      </h2>
      <p>
        {m.contact_done_number()}: <b className="text-[20px] text-ink">{number}</b>
      </p>
      <p className="font-semibold">{promise}</p>
      <p className="text-muted">{m.contact_done_keep()}</p>
      <LocalLink to={viewer ? `/cases/${number}` : '/cases'} className="text-link inline-flex min-h-11 items-center">
        {m.contact_done_follow()}
      </LocalLink>
      <LocalLink to="/contact-us" className="text-link inline-flex min-h-11 items-center">
        {m.contact_again()}
      </LocalLink>
    </div>
  )
}

/** A person the law wants named; nothing until an owner names them. */
function Officer({
  title,
  one: { name, phone, email },
}: {
  title: string
  one: Record<'name' | 'phone' | 'email', string>
}) {
  if (!name) return null
  return (
    <ContactCard icon={<Icon name="shield-check" size={24} />} title={title}>
      <p>{name}</p>
      <a href={telHref(phone)} className="text-link block pt-2.5 pb-1">
        {phone}
      </a>
      <a href={`mailto:${email}`} className="text-link wrap-anywhere block pt-1 pb-2.5">
        {email}
      </a>
    </ContactCard>
  )
}

function ContactCard({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      <span className="text-primary" aria-hidden="true">
        {icon}
      </span>
      <div>
        <h2 className="text-h3">{title}</h2>
        {children}
      </div>
    </li>
  )
}
