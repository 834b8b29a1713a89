import type { RouterContextProvider } from 'react-router'
import { timeOptions } from '#contract/classes/picked-times.ts'
import { orderSummary, verifyOrder } from '#contract/money/payments.ts'
import { subjectFrom, subjectIn } from '#contract/reference/catalogue.ts'
import { siteFacts } from '#contract/settings/settings.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'

/** Longer than this the page comes first, with its spinner, and the result after it. */
const firstPaintMs = 400
/** Attempts that took money, or still may. */
const mayHaveTaken = new Set(['SUCCESS', 'PENDING'])

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))

type Given = Readonly<RouterContextProvider>

/** What the family can choose for a booking whose time was taken; an admin who looks on chooses nothing. */
async function choiceFor(context: Given, id: string) {
  return (await readApi(context, timeOptions, { params: { id } }).catch(() => null))?.data ?? null
}

async function settledPayment(context: Given, orderId: string) {
  // First the gateway, then what became of the order.
  const attempts = await readApi(context, verifyOrder, { params: { orderId } })
  const { data } = await readApi(context, orderSummary, { params: { orderId } })
  const { data: site } = await readApi(context, siteFacts)
  const isOpen = data.booking !== null && data.picked !== null && data.picked.state !== 'requested'
  const choice = isOpen && data.booking ? await choiceFor(context, data.booking) : null
  return {
    choice,
    ...data,
    subjectKey: subjectFrom(data.subject),
    subject: subjectIn(data.subject, currentLocale()),
    scheduleDays: site.policy.scheduleWithinDays,
    isUntouched: !attempts.some((one) => mayHaveTaken.has(one.payment_status)),
    attempts: attempts.map((one) => one.payment_status).join(),
  }
}

export type PaymentShown = Awaited<ReturnType<typeof settledPayment>>

/**
 * The payment of an order: at once when the gateway answers quickly, so that the page stands without scripts too;
 * as a promise when it is slow. null when `orderId` cannot be an order's. Somebody else's order is thrown as 404.
 */
export async function readPayment(
  context: Given,
  orderId: string | null,
): Promise<PaymentShown | Promise<PaymentShown>[] | null> {
  if (!orderSummary.schema.params.safeParse({ orderId }).success || orderId === null) return null
  const payment = settledPayment(context, orderId)
  const soon = await Promise.race([payment, pause(firstPaintMs)])
  return soon ?? [payment]
}
