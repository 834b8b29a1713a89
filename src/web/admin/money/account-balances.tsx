import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'

/** Assets first, then liabilities. */
export const accountNames: Record<string, () => string> = {
  bank: m.admin_books_account_bank,
  gateway_receivable: m.admin_books_account_gateway_receivable,
  gateway_fees: m.admin_books_account_gateway_fees,
  mentor_debt: m.admin_books_account_mentor_debt,
  promotions: m.admin_books_account_promotions,
  own_money: m.admin_books_account_own_money,
  family_prepaid: m.admin_books_account_family_prepaid,
  family_credit: m.admin_books_account_family_credit,
  refunds_payable: m.admin_books_account_refunds_payable,
  mentor_payable: m.admin_books_account_mentor_payable,
  transfers_payable: m.admin_books_account_transfers_payable,
  held_in_dispute: m.admin_books_account_held_in_dispute,
  commission: m.admin_books_account_commission,
  gst: m.admin_books_account_gst,
  tds: m.admin_books_account_tds,
  tcs: m.admin_books_account_tcs,
}
const order = Object.keys(accountNames)

type Props = { balances: { account: string; amount: number }[]; isBalanced: boolean }

/** Total balance by account kind. */
export function AccountBalances({ balances, isBalanced }: Props) {
  const sorted = balances.toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account))
  return (
    <section className="card" aria-labelledby="balances">
      <h2 id="balances" className="text-h3">
        {m.admin_books_balances()}
      </h2>
      {balances.length === 0 ? (
        <p className="mt-2 text-muted">{m.admin_books_no_balances()}</p>
      ) : (
        <>
          <p className="text-muted text-small">{m.admin_books_balances_text()}</p>
          <dl className="mt-2 divide-y divide-line">
            {sorted.map(({ account, amount }) => (
              <div key={account} className="flex flex-wrap justify-between gap-x-4 py-2">
                <dt>{accountNames[account]?.() ?? account}</dt>
                <dd>
                  <Money rupees={amount} isExact className={amount === 0 ? 'text-muted' : ''} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-3">
            <Notice tone={isBalanced ? 'good' : 'bad'}>
              {isBalanced ? m.admin_books_sum() : m.admin_books_sum_off()}
            </Notice>
          </div>
        </>
      )}
    </section>
  )
}
