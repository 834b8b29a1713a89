import { receiptMailsAnHour } from '#contract/money/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { queueReceiptMail } from '#server/notifications/notifications.ts'
import { setEmail } from '#server/people/profiles/profiles.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { contactIn, readSettings } from '#server/settings/settings/settings.ts'
import { type ReceiptContent, receiptContent } from './content.ts'
import { receiptEmail } from './labels.ts'
import * as rows from './queries.ts'

/** A receipt without its number, and the address to mail it to. */
export type Draft = {
  orderId: string
  familyId: string
  email: string | null
  language: Language
  printed: ReceiptContent
}

/** Receipt draft of a paid order; null when it bought nothing or has one. The caller holds the order's lock. */
export async function draftReceipt(tx: Transaction, orderId: string): Promise<Draft | null> {
  const [found, { gstin, office, callingNumber, contact }] = await Promise.all([
    rows.factsOf(tx, orderId),
    readSettings(tx, ['gstin', 'office', 'callingNumber', 'contact']),
  ])
  if (!found) return null
  const { familyId, email, ...facts } = found
  const settings = { gstin, legalName: office.legalName, reach: contactIn(callingNumber, contact) }
  return { orderId, familyId, email, language: facts.language, printed: receiptContent(facts, settings) }
}

/** Numbers a draft, once. Call last: the series stays locked until the transaction ends. */
export const issueReceipt = rows.insertReceipt

/** An order's receipt, for its family and admins. Older orders get theirs on first request. */
export async function receiptFor(db: Db, viewer: Viewer, orderId: string): Promise<rows.Receipt> {
  const isHidden = (familyId: string | null) => viewer.userType !== 'admin' && familyId !== viewer.familyId
  const known = await rows.receiptOf(db, orderId)
  if (known && isHidden(known.familyId)) throw new AppError('not-found')
  if (known) return known
  const issued = await transaction(db, async (tx) => {
    const owner = await rows.lockOwner(tx, orderId)
    if (owner === null || isHidden(owner)) return null
    const draft = await draftReceipt(tx, orderId)
    if (draft) await issueReceipt(tx, draft)
    return await rows.receiptOf(tx, orderId)
  })
  if (!issued) throw new AppError('not-found')
  return issued
}

type MailRequest = { email: string | undefined; language: Language; requestKey: string }

/** Emails a receipt, once per request key. @returns the address */
export async function mailReceipt(
  { db, queue }: Context,
  viewer: Viewer,
  orderId: string,
  input: MailRequest,
): Promise<string> {
  const receipt = await receiptFor(db, viewer, orderId)
  const { familyId } = receipt
  const onceKey = `receipt:${orderId}:${input.requestKey}`
  return await transaction(db, async (tx) => {
    const savedEmail = await rows.lockEmail(tx, familyId)
    const alreadySentTo = await rows.mailedTo(tx, onceKey)
    if (alreadySentTo) return alreadySentTo
    const to = input.email ?? savedEmail
    if (!to) throw new AppError('email-needed')
    if ((await rows.mailsLastHour(tx, familyId)) >= receiptMailsAnHour) throw new AppError('receipt-mail-limit')
    // A stored address changes in the settings only, with a recent login.
    if (input.email && !savedEmail) await setEmail(tx, familyId, input.email)
    const { language } = input
    const mail = { to, language, ...receiptEmail(receipt, language), familyId, orderId }
    await queueReceiptMail(tx, mail, onceKey)
    await queue.send(tx, 'messages.send', {})
    return to
  })
}

/** Issues a receipt and emails it in the payer's language if the family has an address; once per order. */
export async function issueAndMail(queue: Context['queue'], tx: Transaction, draft: Draft): Promise<void> {
  const number = await issueReceipt(tx, draft)
  const { orderId, familyId, email: to, language, printed } = draft
  if (!to) return
  const mail = { to, language, ...receiptEmail({ number, printed }, language), familyId, orderId }
  await queueReceiptMail(tx, mail, rows.paidReceiptKey(orderId))
  await queue.send(tx, 'messages.send', {})
}

/** Attachment of a queued receipt email. */
export async function receiptAttachment(db: Db, message: { data: Record<string, string>; language: Language }) {
  const receipt = message.data.order ? await rows.receiptOf(db, message.data.order) : null
  return receipt && { name: fileName(receipt), content: await renderReceipt(receipt, message.language) }
}

/** Address of the last receipt email, for lists of orders. */
export const receiptTo = rows.receiptTo

/** A receipt as PDF. Loads the PDF code on first use. */
export async function renderReceipt(receipt: rows.Receipt, language: Language): Promise<Buffer> {
  const { receiptPdf } = await import('./pdf.ts')
  return await receiptPdf(receipt, language)
}

/** For example "MS-26-27-000123.pdf"; slashes would create folders. */
export const fileName = ({ number }: rows.Receipt) => `${number.replaceAll('/', '-')}.pdf`
