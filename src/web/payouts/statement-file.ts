import { redirect } from 'react-router'
import { payoutStatement } from '#contract/money/payouts.ts'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { statementFile } from '../receipt-href.ts'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/statement-file.ts'

/** The way to a statement's file. Whoever may not have it gets a page in words: the login, or the statement's own. */
export async function loader({ context, params: { id, kind } }: Route.LoaderArgs) {
  const page = `/payouts/${id}`
  if (!(await readViewer(context))) throw redirect(localHref(`/login?${new URLSearchParams({ next: page })}`))
  const known = await readApi(context, payoutStatement, { params: { id } }).catch(() => null)
  throw redirect(known && (kind === 'pdf' || kind === 'csv') ? statementFile(id, kind) : localHref(page))
}
