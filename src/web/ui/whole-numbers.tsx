import type { ReactNode } from 'react'

/** A text whose case and phone numbers stay on one line: "CASE-2026-000011", "0731 400 0000". */
export const wholeNumbers = (text: string): ReactNode =>
  text.split(/(CASE-[\d-]+|\+?\d[\d ]{6,}\d)/).map((part, nth) =>
    nth % 2 === 1 ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
