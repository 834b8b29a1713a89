/** Rupees as ₹4,500, ₹1,25,000, ₹4,500.50: Indian grouping, paise only if not zero. */
export function formatRupees(amount: number): string {
  const [whole = '0', part] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
  return `${amount < 0 ? '−' : ''}₹${grouped}${part ? `.${part}` : ''}`
}

/** Formats integer paise. */
export const formatPaise = (amountPaise: number): string => formatRupees(amountPaise / 100)

/** A number in Indian grouping: 10,000 or 1,25,000. */
export const formatNumber = (value: number): string => String(value).replace(/(\d)(?=(\d\d)+\d(\.|$))/g, '$1,')

/** An amount in the heading font. */
export const Money = ({ rupees, className = '' }: { rupees: number; className?: string }) => (
  <span className={`amount ${className}`}>{formatRupees(rupees)}</span>
)
