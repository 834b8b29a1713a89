import { redirect, redirectDocument } from 'react-router'
import { logout } from '#contract/accounts.ts'
import { writeApi } from '../api.ts'
import { hrefIn, localeOf } from '../locale.ts'
import type { Route } from './+types/log-out.ts'
import { clearDrafts, clearLoginHints } from './login-hints.ts'

/** The language of the page whose button was pressed. */
const homeOf = (request: Request) =>
  hrefIn(localeOf(URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '/'), '/')

/** Ends the session and starts again at the home page, as a new document without anybody's data in it. */
export async function action({ context, request }: Route.ActionArgs) {
  await writeApi(context, logout, {})
  throw redirectDocument(homeOf(request), 303)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  clearLoginHints()
  clearDrafts()
  return serverAction()
}

export function loader() {
  return redirect('/')
}
