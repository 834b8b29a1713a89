import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { acceptedFacts, lockTaxYears, openGstin } from '#server/mentors/taxes/taxes.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { contactOf, readSetting } from '#server/settings/settings/settings.ts'
import { invoiceContent, totalPaise } from './content.ts'
import * as rows from './rows.ts'

/** Job: invoices the commission of every mentor's month that has ended, once. */
export async function issueInvoices(db: Db, log?: Log): Promise<void> {
  for (const { mentorId, month } of await rows.monthsToInvoice(db)) {
    // A failed invoice must not stop the others.
    await transaction(db, (tx) => issueInvoice(tx, mentorId, month)).catch((error: unknown) =>
      log?.error({ err: error, mentorId, month }, 'invoicing the commission failed'),
    )
  }
}

async function issueInvoice(tx: Transaction, mentorId: string, month: string): Promise<void> {
  // Serialises invoices of a mentor: a number that was taken for a second one would be lost.
  await lockTaxYears(tx, mentorId)
  const found = await rows.monthOf(tx, mentorId, month)
  if (!found) return
  const facts = await acceptedFacts(tx, mentorId)
  const gstin = await readSetting(tx, 'gstin')
  const { legalName } = await readSetting(tx, 'office')
  const printed = invoiceContent(found, facts?.gstState ?? null, { gstin, legalName, reach: await contactOf(tx) })
  await rows.insertInvoice(tx, { mentorId, month, factsId: facts?.gstState ? facts.id : null, printed })
}

export { invoicesOf, isInvoiceDue } from './rows.ts'

/** An invoice on the page of earnings. */
export const toInvoice = ({ id, number, month, printed }: rows.Invoice) => ({
  _id: id,
  number,
  month: month.slice(0, 7),
  amount: rupees(totalPaise(printed)),
})

/** The viewer's own invoice as PDF. Loads the PDF code on first use. */
export async function invoiceFile({ db, config }: Context, viewer: Viewer, id: string, language: Language) {
  const invoice = await rows.invoiceById(db, id)
  if (!invoice || !viewer.mentorId || invoice.mentorId !== viewer.mentorId) throw new AppError('not-found')
  const gstin = invoice.factsId ? await openGstin(db, config.secretKeys, invoice.factsId) : ''
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return { name: `${invoice.number.replaceAll('/', '-')}.pdf`, content: await invoicePdf(invoice, gstin, language) }
}
