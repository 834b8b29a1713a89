import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/dates.tsx'
import type { ShownLink } from './links.server.ts'

/** Until when a link leads somewhere; opened, it asks before it ends it for everybody. */
export function EndLink({ link: { _id, name, endsAt, isOver } }: { link: ShownLink }) {
  const { state, formData } = useNavigation()
  if (isOver) return <b className="text-ink">{m.admin_link_over()}</b>
  const until = endsAt ? m.admin_link_until({ day: formatDay(endsAt, { year: true }) }) : m.admin_link_no_end()
  return (
    <>
      <span className="lg:whitespace-nowrap">{until}</span>
      <details>
        <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
          {m.admin_link_end()}
          <span className="sr-only">: {name}</span>
        </summary>
        <Form method="post" preventScrollReset className="grid gap-2">
          <input type="hidden" name="link" value={_id} />
          <p className="max-w-[32ch] text-muted text-small">{m.admin_link_end_text()}</p>
          <Button
            type="submit"
            look="outline"
            loading={state !== 'idle' && formData?.get('link') === _id}
            aria-label={m.admin_for({ action: m.admin_link_end_now(), name })}
          >
            {m.admin_link_end_now()}
          </Button>
        </Form>
      </details>
    </>
  )
}
