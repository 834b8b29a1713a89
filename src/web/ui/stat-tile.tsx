import type { ReactNode } from 'react'

/** Hangs from the line: label, amount, one plain sentence. */
export function StatTile({ label, amount, text }: { label: ReactNode; amount: ReactNode; text?: ReactNode }) {
  return (
    <div className="hanging">
      <p className="text-small text-muted">{label}</p>
      <p className="amount mt-1 text-[28px]">{amount}</p>
      {text && <p className="mt-1 text-small text-muted">{text}</p>}
    </div>
  )
}
