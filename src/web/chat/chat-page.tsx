import { redirect } from 'react-router'
import { oneMentor } from '#contract/mentors.ts'
import { callingNumber } from '#contract/payments.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/chat-page.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url))
  const [mentor, calling] = await Promise.all([
    readApi(context, oneMentor, { params: { id: params.slug }, query: {} }).catch(() => {
      // The profile says what became of this mentor.
      throw redirect(localHref(`/mentors/${encodeURIComponent(params.slug)}`))
    }),
    readApi(context, callingNumber),
  ])
  const { slug, fullName } = mentor.data
  if (slug !== params.slug) throw redirect(localHref(`/chat/${slug}`))
  return { slug, fullName, callingNo: calling.data[0]?.callingNo ?? null }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.fullName ?? ''} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

/** First version: who is meant, and the way that works today. */
export default function ChatPage({ loaderData: { slug, fullName, callingNo } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <PageHeading title={fullName} back={{ to: `/mentors/${slug}`, label: m.chat_profile() }} />
      <div className="card">
        <EmptyState
          drawing="lamp"
          title={m.chat_soon()}
          text={m.chat_soon_text({ mentor: fullName })}
          action={
            callingNo && (
              <ButtonLink href={`tel:${callingNo.replace(/[^+\d]/g, '')}`} icon={<Icon name="phone" size={20} />}>
                {m.chat_call({ number: callingNo })}
              </ButtonLink>
            )
          }
        />
      </div>
    </main>
  )
}
