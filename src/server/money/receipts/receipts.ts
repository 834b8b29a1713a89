import type { Kysely } from 'kysely'
import { receiptMailsAnHour } from '#contract/money/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { queueReceiptMail } from '#server/notifications/notifications.ts'
import { setEmail } from '#server/people/profiles/profiles.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { reachOf, readSetting } from '#server/settings/settings/settings.ts'
import { type Printed, printedOf } from './printed.ts'
import * as rows from './queries.ts'
import { letterOf } from './words.ts'

/** Everything of a receipt but its number, and where it goes by itself. */
export type Draft = { orderId: string; familyId: string; email: string | null; language: Language; printed: Printed }

/** What the receipt of a paid order says; null when it bought nothing or has one. The caller holds the order's lock. */
export async function draftReceipt(tx: Transaction, orderId: string): Promise<Draft | null> {
  const found = await rows.factsOf(tx, orderId)
  if (!found) return null
  const { familyId, email, ...facts } = found
  const [feeRates, gstin] = [await readSetting(tx, 'feeRates'), await readSetting(tx, 'gstin')]
  const settings = { feeRates, gstin, reach: await reachOf(tx) }
  return { orderId, familyId, email, language: facts.language, printed: printedOf(facts, settings) }
}

/** Gives a draft its number, once. Take it last: the series is locked until the transaction ends. */
export const issueReceipt = rows.insertReceipt

/** An order's receipt for the family that paid and for admins. Orders paid before there were receipts get theirs now. */
export async function receiptFor(db: Kysely<DB>, viewer: Viewer, orderId: string): Promise<rows.Receipt> {
  const isHidden = (familyId: string | null) => viewer.userType !== 'admin' && familyId !== viewer.familyId
  const known = await rows.receiptOf(db, orderId)
  if (known && isHidden(known.familyId)) throw new AppError('not-found')
  if (known) return known
  const made = await transaction(db, async (tx) => {
    const owner = await rows.lockOwner(tx, orderId)
    if (owner === null || isHidden(owner)) return null
    const draft = await draftReceipt(tx, orderId)
    if (draft) await issueReceipt(tx, draft)
    return await rows.receiptOf(tx, orderId)
  })
  if (!made) throw new AppError('not-found')
  return made
}

type Wish = { email: string | undefined; language: Language; requestKey: string }

/** Puts a receipt on its way by e-mail, once for each request key. @returns the address it goes to */
export async function mailReceipt(
  { db, queue }: Context,
  viewer: Viewer,
  orderId: string,
  wish: Wish,
): Promise<string> {
  const receipt = await receiptFor(db, viewer, orderId)
  const { familyId } = receipt
  const onceKey = `receipt:${orderId}:${wish.requestKey}`
  return await transaction(db, async (tx) => {
    const known = await rows.lockEmail(tx, familyId)
    const before = await rows.mailOnce(tx, onceKey)
    if (before) return before
    const to = wish.email ?? known
    if (!to) throw new AppError('email-needed')
    if ((await rows.mailsLastHour(tx, familyId)) >= receiptMailsAnHour) throw new AppError('receipt-mail-limit')
    if (wish.email) await setEmail(tx, familyId, wish.email)
    const { language } = wish
    const mail = { to, language, ...letterOf(receipt, language), familyId, orderId }
    await queueReceiptMail(tx, mail, onceKey)
    await queue.send(tx, 'messages.send', {})
    return to
  })
}

/** Issues a receipt and puts it on its way to a family that gave an address: once for each order, in the payer's language. */
export async function issueAndMail(queue: Context['queue'], tx: Transaction, draft: Draft): Promise<void> {
  const number = await issueReceipt(tx, draft)
  const { orderId, familyId, email: to, language, printed } = draft
  if (!to) return
  const mail = { to, language, ...letterOf({ number, printed }, language), familyId, orderId }
  await queueReceiptMail(tx, mail, rows.paidKey(orderId))
  await queue.send(tx, 'messages.send', {})
}

/** The receipt a written mail is about, as its attachment. */
export async function receiptAttachment(db: Kysely<DB>, message: { data: Record<string, string>; language: Language }) {
  const receipt = message.data.order ? await rows.receiptOf(db, message.data.order) : null
  return receipt && { name: fileName(receipt), content: await drawReceipt(receipt, message.language) }
}

/** Where an order's receipt was mailed last, for lists that name an order. */
export const receiptTo = rows.receiptTo

/** A receipt as PDF. What draws it is loaded with the first one. */
export async function drawReceipt(receipt: rows.Receipt, language: Language): Promise<Buffer> {
  const { receiptPdf } = await import('./pdf.ts')
  return await receiptPdf(receipt, language)
}

/** "MS-26-27-000123.pdf": slashes would be folders. */
export const fileName = ({ number }: rows.Receipt) => `${number.replaceAll('/', '-')}.pdf`
