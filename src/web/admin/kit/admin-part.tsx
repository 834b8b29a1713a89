import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AdminFailure } from './admin-failure.tsx'

/** A card of a detail page. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card min-w-0 scroll-mt-20">
      <h2 id={`${id}-title`} className="mb-3 text-h3">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Names and values in two columns; empty values are omitted. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="admin-facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A mail address, which breaks after its "@" if it has to. */
export function MailText({ address }: { address: string }) {
  const at = address.indexOf('@') + 1
  return (
    <span className="min-w-0">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

/** An action that has to be opened first. */
export function Disclosure({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group py-1">
      <summary className="flex min-h-11 items-center justify-between gap-3 font-semibold text-ink">
        {title}
        <Icon name="chevron-down" size={20} className="flex-none group-open:rotate-180" />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}

/** A button in a row of buttons that opens a form below them. */
export function FormButton({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="range-dates">
      <summary className="btn btn-outline">
        <span className="btn-face">
          {title}
          <Icon name="chevron-down" size={18} />
        </span>
      </summary>
      <div className="py-4">{children}</div>
    </details>
  )
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocalLink to={to} className="text-link -ml-1 inline-flex min-h-11 gap-1 py-2.5">
      <Icon name="chevron-left" size={20} className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </LocalLink>
  )
}

/** Leads to the changes of a record in the audit log. */
export const HistoryLink = ({ subject }: { subject: string }) => (
  <LocalLink
    to={`/admin/audit?q=${encodeURIComponent(subject)}`}
    className="text-link inline-flex min-h-11 items-center justify-self-start"
  >
    {m.admin_set_history()}
  </LocalLink>
)

/** 404 with a way back to the list; other errors are shown as usual. */
export function MissingRow({
  error,
  list,
  title,
  text,
}: {
  error: unknown
  list: string
  title?: string
  text?: string
}) {
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 400))
    return <AdminFailure error={error} />
  return (
    <div className="card">
      <EmptyState
        heading="h1"
        title={title ?? m.admin_failed_missing()}
        text={text ?? m.admin_row_missing_text()}
        action={<ButtonLink to={list}>{m.admin_row_missing_back()}</ButtonLink>}
      />
    </div>
  )
}
