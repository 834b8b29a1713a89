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
 * Shown by the service worker at any URL without a connection, so it works without scripts: the link reloads the current URL, and
 * the worker fills the hidden list with saved pages (see screens.worker.ts).
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
