import { redirect } from 'react-router'
import { logout } from '#contract/accounts.ts'
import { writeApi } from '../api.ts'
import type { Route } from './+types/log-out.ts'

/** Ends the session and starts again at the home page, as a new document without anybody's data in it. */
export async function action({ context }: Route.ActionArgs) {
  await writeApi(context, logout, {})
  return redirect('/')
}

export function loader() {
  return redirect('/')
}
