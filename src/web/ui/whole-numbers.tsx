import type { ReactNode } from 'react'

/** A text whose case numbers stay on one line: "CASE-2026-000011". */
export const wholeNumbers = (text: string): ReactNode =>
  text.split(/(CASE-[\d-]+)/).map((part, nth) =>
    nth % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
