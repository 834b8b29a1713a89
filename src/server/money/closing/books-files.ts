import { rupees } from '#contract/wire/money.ts'
import type { AccountKind } from '#server/ledger/ledger.ts'
import { type CsvRow, csv } from '#server/platform/csv.ts'
import type { VoucherLine } from './rows.ts'

/** Names of our accounts in Tally and Zoho Books, with Tally's group. */
const accounts: Record<AccountKind, readonly [name: string, tallyGroup: string]> = {
  bank: ['MentorSetu bank', 'Bank Accounts'],
  gateway_receivable: ['Payment gateway receivable', 'Current Assets'],
  mentor_debt: ['Recoverable from mentors', 'Current Assets'],
  family_prepaid: ['Fees received in advance', 'Current Liabilities'],
  family_credit: ['Family credits', 'Current Liabilities'],
  refunds_payable: ['Refunds payable', 'Current Liabilities'],
  held_in_dispute: ['Fees held in disputes', 'Current Liabilities'],
  mentor_payable: ['Payable to mentors', 'Sundry Creditors'],
  transfers_payable: ['Transfers to mentors in transit', 'Sundry Creditors'],
  gst: ['GST payable', 'Duties & Taxes'],
  tds: ['TDS payable', 'Duties & Taxes'],
  tcs: ['TCS payable', 'Duties & Taxes'],
  commission: ['Commission income', 'Direct Incomes'],
  gateway_fees: ['Payment gateway fees', 'Indirect Expenses'],
  promotions: ['Demo credits', 'Indirect Expenses'],
  owner_equity: ["Owner's funds", 'Capital Account'],
}

type Voucher = { number: string; day: string; kind: string; lines: VoucherLine[] }

/** One voucher a day and kind of journal. */
function vouchersOf(lines: readonly VoucherLine[]): Voucher[] {
  const vouchers = new Map<string, Voucher>()
  for (const line of lines) {
    const { day, kind } = line
    const number = `MS-${day.replaceAll('-', '')}-${kind}`
    const voucher = vouchers.get(number) ?? { number, day, kind, lines: [] }
    voucher.lines.push(line)
    vouchers.set(number, voucher)
  }
  return [...vouchers.values()]
}

const amount = (paise: number) => rupees(paise).toFixed(2)
const narration = (kind: string) => `MentorSetu: ${kind.replaceAll('_', ' ')}`

/** Rows of Zoho Books' import of manual journals. */
export function zohoCsv(lines: readonly VoucherLine[]): string {
  const head = ['Journal Date', 'Reference Number', 'Notes', 'Account', 'Description', 'Debit', 'Credit', 'Status']
  const rows = vouchersOf(lines).flatMap((voucher) =>
    voucher.lines.map(
      ({ account, paise }): CsvRow => [
        ...[voucher.day, voucher.number, narration(voucher.kind), accounts[account][0], ''],
        ...[paise > 0 ? amount(paise) : '', paise < 0 ? amount(-paise) : '', 'published'],
      ],
    ),
  )
  return csv([head, ...rows])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const envelope = (report: string, messages: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE>
<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>
<BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>${report}</REPORTNAME></REQUESTDESC>
<REQUESTDATA>
${messages.map((one) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${one}</TALLYMESSAGE>\n`).join('')}</REQUESTDATA>
</IMPORTDATA></BODY>
</ENVELOPE>
`

/** Tally's masters: one ledger for each of our accounts. */
export const tallyLedgers = (): string =>
  envelope(
    'All Masters',
    Object.values(accounts).map(
      ([name, group]) =>
        `<LEDGER NAME="${escaped(name)}" ACTION="Create"><NAME>${escaped(name)}</NAME><PARENT>${escaped(group)}</PARENT></LEDGER>`,
    ),
  )

/** Tally's journal vouchers. In Tally's XML a debit is negative; the remote id keeps a second import from doubling. */
export const tallyVouchers = (lines: readonly VoucherLine[]): string =>
  envelope(
    'Vouchers',
    vouchersOf(lines).map(({ number, day, kind, lines: own }) => {
      const entries = own.map(
        ({ account, paise }) =>
          `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${escaped(accounts[account][0])}</LEDGERNAME>` +
          `<ISDEEMEDPOSITIVE>${paise > 0 ? 'Yes' : 'No'}</ISDEEMEDPOSITIVE><AMOUNT>${amount(-paise)}</AMOUNT></ALLLEDGERENTRIES.LIST>`,
      )
      return (
        `<VOUCHER REMOTEID="mentorsetu-${number}" VCHTYPE="Journal" ACTION="Create"><DATE>${day.replaceAll('-', '')}</DATE>` +
        `<VOUCHERTYPENAME>Journal</VOUCHERTYPENAME><VOUCHERNUMBER>${number}</VOUCHERNUMBER>` +
        `<NARRATION>${escaped(narration(kind))}</NARRATION>${entries.join('')}</VOUCHER>`
      )
    }),
  )
