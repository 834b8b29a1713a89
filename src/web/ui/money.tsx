/** ₹4,500, ₹1,25,000, ₹4,500.50: Indian grouping, paise only when there are some. Amount in rupees. */
export function formatRupees(amount: number): string {
  const [whole = '0', part] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  const grouped = whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
  return `${amount < 0 ? '−' : ''}₹${grouped}${part ? `.${part}` : ''}`
}

/** The same from integer paise. */
export const formatPaise = (amountPaise: number): string => formatRupees(amountPaise / 100)

/** 10,000 or 1,25,000: a plain number in Indian grouping. */
export const formatNumber = (value: number): string => String(value).replace(/(\d)(?=(\d\d)+\d(\.|$))/g, '$1,')

/** An amount in the heading font; give `rupees` or `paise`. */
export function Money({ rupees, paise, className = '' }: { rupees?: number; paise?: number; className?: string }) {
  return (
    <span className={`amount ${className}`}>
      {paise === undefined ? formatRupees(rupees ?? 0) : formatPaise(paise)}
    </span>
  )
}
