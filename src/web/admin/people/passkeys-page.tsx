import { ownPasskeys } from '#contract/people/passkeys.ts'
import { m } from '#messages'
import { PasskeysPanel } from '../../accounts/passkeys-panel.tsx'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Route } from './+types/passkeys-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, ownPasskeys)
  return { own: data }
}

export const meta = () => adminMeta(m.passkey_title())

/** An admin's own passkeys, which stand for the authenticator code. */
export default function PasskeysPage({ loaderData: { own } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-2 text-h1">{m.passkey_title()}</h1>
      <PasskeysPanel own={own} text={m.passkey_admin()} />
    </>
  )
}
