import { data, Form, useNavigation } from 'react-router'
import type { MessageKind } from '#contract/notifications/notification-kinds.ts'
import { mailPreference, optOutOfMail } from '#contract/notifications/opt-out.ts'
import { m } from '#messages'
import { isStatus, readApi, writeApi } from '../api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/message-off-page.ts'
import '../inner.css'

const kinds: Record<MessageKind, () => string> = {
  classes: m.settings_kind_classes,
  chats: m.settings_kind_chats,
  bookings: m.dash_bookings,
  payments: m.dash_payments,
  reviews: m.settings_kind_reviews,
  support: m.settings_kind_support,
  profile: m.settings_kind_profile,
}

/** Read-only, because mail programs prefetch links in emails. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const found = await readApi(context, mailPreference, { params: { token } }).catch((error: unknown) => {
    if (isStatus(error, 400, 404)) return null
    throw error
  })
  return data({ wish: found?.data ?? null }, { status: found ? 200 : 404 })
}

/** Submitted here, or by mail programs that support one-click unsubscribe (RFC 8058), without a session. */
export async function action({ context, params: { token } }: Route.ActionArgs) {
  const reply = await writeApi(context, optOutOfMail, { params: { token } })
  return data({ problem: reply.ok ? null : reply.error.message }, { status: reply.ok ? 200 : reply.status })
}

export function meta() {
  return [{ title: `${m.off_title()} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** Unsubscribes from one kind of email. */
export default function MessageOffPage({ loaderData: { wish } }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (!wish) {
    return (
      <main className="page-width py-10">
        <EmptyState
          heading="h1"
          title={m.off_unknown()}
          text={m.off_unknown_text()}
          action={<ButtonLink to="/dashboard/settings?tab=messages">{m.off_settings()}</ButtonLink>}
        />
      </main>
    )
  }
  const kind = kinds[wish.kind]()
  return (
    <main className="page-width max-w-[680px]">
      <PageHeading title={wish.isOff ? m.off_done() : m.off_title()} />
      <div className="card grid justify-items-start gap-4">
        <p role="status">{wish.isOff ? m.off_done_text({ kind }) : m.off_text({ kind })}</p>
        {wish.isOff ? (
          <ButtonLink to="/dashboard/settings?tab=messages" look="outline">
            {m.off_settings()}
          </ButtonLink>
        ) : (
          <Form method="post">
            <Button type="submit" loading={busy}>
              {m.off_button()}
            </Button>
          </Form>
        )}
      </div>
    </main>
  )
}
