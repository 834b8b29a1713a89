import { redirect, redirectDocument } from 'react-router'
import { logout } from '#contract/people/accounts.ts'
import { writeApi } from '../api.ts'
import { hrefIn, localeOf } from '../locale.ts'
import type { Route } from './+types/log-out.ts'
import { clearDrafts, clearLoginHints } from './login-hints.ts'

/** Home page in the language of the page the form was on. */
const homeHref = (request: Request) =>
  hrefIn(localeOf(URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '/'), '/')

/** Ends the session and loads the home page as a new document, without personal data. */
export async function action({ context, request }: Route.ActionArgs) {
  await writeApi(context, logout, {})
  throw redirectDocument(homeHref(request), 303)
}

/** Clears unsent drafts with the session. Offline the session and the drafts stay. */
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
