import { useEffect, useRef } from 'react'
import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import type { TicketResult } from './ticket-form.tsx'

export function TicketOpened({ number, promise }: Extract<TicketResult, { ok: true }>) {
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
      <LocalLink to="/contact-us" className="text-link inline-flex min-h-11 items-center">
        {m.contact_again()}
      </LocalLink>
    </div>
  )
}
