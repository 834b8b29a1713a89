import { timeOptions } from '#contract/classes/picked-times.ts'
import { orderSummary, verifyOrder } from '#contract/money/payments.ts'
import { subjectFrom, subjectIn } from '#contract/reference/catalogue.ts'
import { type LoaderContext, readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { readSite } from '../site-facts.ts'

/** If the gateway takes longer than this, the page shows a spinner and streams the result. */
const firstPaintMs = 400
/** Statuses of attempts that charged the family or still may. */
const mayHaveCharged = new Set(['SUCCESS', 'PENDING'])

const delay = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

/** Times to choose from if the picked one was lost; null for admins. */
async function timeChoiceFor(context: LoaderContext, id: string) {
  return (await readApi(context, timeOptions, { params: { id } }).catch(() => null))?.data ?? null
}

async function loadPayment(context: LoaderContext, orderId: string) {
  // First, because it also updates the order from the gateway.
  const attempts = await readApi(context, verifyOrder, { params: { orderId } })
  const { data } = await readApi(context, orderSummary, { params: { orderId } })
  const site = await readSite(context)
  const needsTime = data.booking !== null && data.picked !== null && data.picked.state !== 'requested'
  const choice = needsTime && data.booking ? await timeChoiceFor(context, data.booking) : null
  return {
    choice,
    ...data,
    subjectKey: subjectFrom(data.subject),
    subject: subjectIn(data.subject, currentLocale()),
    scheduleDays: site.policy.scheduleWithinDays,
    isUncharged: !attempts.some((one) => mayHaveCharged.has(one.payment_status)),
    attempts: attempts.map((one) => one.payment_status).join(),
  }
}

export type PaymentView = Awaited<ReturnType<typeof loadPayment>>

/**
 * The payment of an order if the gateway responds quickly, so that the page works without scripts; else its promise, in
 * an array so that it is not awaited here. Null for an invalid `orderId`.
 * @throws 404 for another family's order
 */
export async function readPayment(
  context: LoaderContext,
  orderId: string | null,
): Promise<PaymentView | Promise<PaymentView>[] | null> {
  if (!orderSummary.schema.params.safeParse({ orderId }).success || orderId === null) return null
  const payment = loadPayment(context, orderId)
  const ready = await Promise.race([payment, delay(firstPaintMs)])
  return ready ?? [payment]
}
