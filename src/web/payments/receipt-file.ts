import { redirect } from 'react-router'
import { orderSummary } from '#contract/money/payments.ts'
import { readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { receiptFile } from '../receipt-href.ts'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/receipt-file.ts'

/** Redirects to a receipt's file, or without access to the login or the order's page. */
export async function loader({ context, params: { order } }: Route.LoaderArgs) {
  const page = `/payment-status?${new URLSearchParams({ order_id: order })}`
  if (!(await readViewer(context))) throw redirect(localHref(`/login?${new URLSearchParams({ next: page })}`))
  const known = await readApi(context, orderSummary, { params: { orderId: order } }).catch(() => null)
  throw redirect(known?.data.outcome === 'success' ? receiptFile(order) : localHref(page))
}
