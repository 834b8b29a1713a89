import type { Kysely } from 'kysely'
import type { Language } from '#contract/errors.ts'
import { receiptMailsAnHour } from '#contract/limits.ts'
import type { Parts } from '#server/app.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings.ts'
import { printedOf } from './printed.ts'
import * as rows from './queries.ts'
import { letterOf } from './words.ts'

/**
 * Gives a paid order that bought something its receipt, once; the caller holds the order's lock. Take it last: the
 * series is locked until the transaction ends. Money for nothing bookable goes back and gets none.
 */
export async function issueReceipt(tx: Kysely<DB>, orderId: string): Promise<void> {
  const facts = await rows.factsOf(tx, orderId)
  if (!facts) return
  const settings = { feeRates: await readSetting(tx, 'feeRates'), gstin: await readSetting(tx, 'gstin') }
  await rows.insertReceipt(tx, orderId, facts.language, printedOf(facts, settings))
}

/** An order's receipt for the family that paid and for admins. Orders paid before there were receipts get theirs now. */
export async function receiptFor(db: Kysely<DB>, viewer: Viewer, orderId: string): Promise<rows.Receipt> {
  const isHidden = (familyId: string | null) => viewer.userType !== 'admin' && familyId !== viewer.familyId
  const known = await rows.receiptOf(db, orderId)
  if (known && isHidden(known.familyId)) throw new AppError('not-found')
  if (known) return known
  const made = await transaction(db, async (tx) => {
    const owner = await rows.lockOwner(tx, orderId)
    if (owner === null || isHidden(owner)) return null
    await issueReceipt(tx, orderId)
    return await rows.receiptOf(tx, orderId)
  })
  if (!made) throw new AppError('not-found')
  return made
}

type Wish = { email: string | undefined; language: Language; requestKey: string }

/** Puts a receipt on its way by e-mail, once for each request key. @returns the address it goes to */
export async function mailReceipt({ db, queue }: Parts, viewer: Viewer, orderId: string, wish: Wish): Promise<string> {
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
    if (wish.email) await rows.setEmail(tx, familyId, wish.email)
    const { language } = wish
    const mail = { to, language, ...letterOf(receipt, language), familyId, orderId }
    await rows.insertMail(tx, mail, onceKey)
    await queue.send(tx, 'messages.send', {})
    return to
  })
}

/**
 * Puts a new receipt on its way by itself, to a family that gave an address: once for each order, in the payer's language. The
 * caller holds the family's lock.
 */
export async function mailPaid(queue: Parts['queue'], tx: Kysely<DB>, orderId: string): Promise<void> {
  const receipt = await rows.receiptOf(tx, orderId)
  const to = receipt && (await rows.lockEmail(tx, receipt.familyId))
  if (!to) return
  const { language, familyId } = receipt
  await rows.insertMail(tx, { to, language, ...letterOf(receipt, language), familyId, orderId }, rows.paidKey(orderId))
  await queue.send(tx, 'messages.send', {})
}

/** The receipt a written mail is about, as its attachment. */
export async function receiptAttachment(db: Kysely<DB>, message: { data: Record<string, string>; language: Language }) {
  const receipt = message.data.order ? await rows.receiptOf(db, message.data.order) : null
  return receipt && { name: fileName(receipt), content: await drawReceipt(receipt, message.language) }
}

/** Where an order's receipt went by itself, for lists that name an order. */
export const receiptTo = rows.receiptTo

/** A receipt as PDF. What draws it is loaded with the first one. */
export async function drawReceipt(receipt: rows.Receipt, language: Language): Promise<Buffer> {
  const { receiptPdf } = await import('./pdf.ts')
  return await receiptPdf(receipt, language)
}

/** "MS-26-27-000123.pdf": slashes would be folders. */
export const fileName = ({ number }: rows.Receipt) => `${number.replaceAll('/', '-')}.pdf`
