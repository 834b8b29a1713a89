import { m } from '#messages'
import { pageHead } from '../seo/head.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/offline-page.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({
  head: pageHead(context, { path: '/offline', title: m.offline_title(), description: m.offline_text(), listed: false }),
})

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/**
 * What the service worker shows at any address when there is no connection, so nothing here may need scripts: the
 * link is the address it stands at, and the worker puts the kept pages into the hidden list (see screens.worker.ts).
 */
export default function OfflinePage() {
  return (
    <main className="page-width py-14">
      <ErrorState
        heading="h1"
        title={m.offline_title()}
        text={m.offline_text()}
        action={
          <ButtonLink href="" icon={<Icon name="rotate-cw" size={20} />} className="mt-2">
            {m.offline_retry()}
          </ButtonLink>
        }
      />
      <section id="seen-before" hidden className="mx-auto mt-10 max-w-[640px]">
        <h2 className="text-h3">{m.offline_seen()}</h2>
        <p className="text-muted">{m.offline_seen_text()}</p>
        <ul className="mt-2 grid gap-1" />
      </section>
    </main>
  )
}
