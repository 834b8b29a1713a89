import { redirect } from 'react-router'
import { payoutStatement } from '#contract/money/payouts.ts'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { statementFile } from '../receipt-href.ts'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/statement-file.ts'

/** Redirects to a statement's file, or without access to the login or the statement's page. */
export async function loader({ context, params: { id, kind } }: Route.LoaderArgs) {
  const page = `/payouts/${id}`
  if (!(await readViewer(context))) throw redirect(localHref(`/login?${new URLSearchParams({ next: page })}`))
  const statement = await readApi(context, payoutStatement, { params: { id } }).catch(() => null)
  throw redirect(statement && (kind === 'pdf' || kind === 'csv') ? statementFile(id, kind) : localHref(page))
}
