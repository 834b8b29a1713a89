import { redirect, redirectDocument } from 'react-router'
import { logout } from '#contract/people/accounts.ts'
import { writeApi } from '../api.ts'
import { hrefIn, localeOf } from '../locale.ts'
import type { Route } from './+types/log-out.ts'
import { clearDrafts, clearLoginHints } from './login-hints.ts'

/** The language of the page whose button was pressed. */
const homeHref = (request: Request) =>
  hrefIn(localeOf(URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '/'), '/')

/** Ends the session and starts again at the home page, as a new document without anybody's data in it. */
export async function action({ context, request }: Route.ActionArgs) {
  await writeApi(context, logout, {})
  throw redirectDocument(homeHref(request), 303)
}

/** What is not with us yet goes with the session, and stays when the session does: without network nobody is logged out. */
export async function clientAction({ serverAction }: Pick<Route.ClientActionArgs, 'serverAction'>) {
  let isOver = true
  try {
    return await serverAction()
  } catch (answer) {
    isOver = answer instanceof Response
    throw answer
  } finally {
    if (isOver) {
      clearLoginHints()
      clearDrafts()
    }
  }
}

export function loader() {
  return redirect('/')
}
