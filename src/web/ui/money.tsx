/** Rupees as ₹4,500, ₹1,25,000, ₹4,500.50: Indian grouping, paise only if not zero or `isExact`. */
export function formatRupees(amount: number, isExact = false): string {
  const [whole = '0', part] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) && !isExact ? 0 : 2)
    .split('.')
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
  return `${amount < 0 ? '−' : ''}₹${grouped}${part ? `.${part}` : ''}`
}

/** Formats integer paise. */
export const formatPaise = (amountPaise: number): string => formatRupees(amountPaise / 100)

/** A number in Indian grouping: 10,000 or 1,25,000. */
export const formatNumber = (value: number): string => String(value).replace(/(\d)(?=(\d\d)+\d(\.|$))/g, '$1,')

type MoneyProps = { rupees: number; isExact?: boolean; className?: string }

/** An amount in the heading font. */
export const Money = ({ rupees, isExact = false, className = '' }: MoneyProps) => (
  <span className={`amount ${className}`}>{formatRupees(rupees, isExact)}</span>
)
