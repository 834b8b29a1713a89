import type { ReactNode } from 'react'

/** The first column names the row and stays in view. A text has at most two lines; the panel shows it whole. */
export type Column<R> = {
  key: string
  label: string
  /** Below the label in the head of the table. */
  legend?: ReactNode
  /** Value of the `sort` parameter, if the list can be sorted by this column. */
  sort?: string
  /** On narrow screens it takes a whole line. */
  isWide?: boolean
  /** On narrow screens it takes the last two lines at most. */
  isText?: boolean
  /** On narrow screens before or after the other facts, or in a line of its own among them. */
  place?: 'first' | 'late' | 'line'
  /** Left to the panel on narrow screens. */
  isMinor?: boolean
  /** Right-aligned figures. */
  isNumber?: boolean
  /** Hidden until a device shows it; the panel has it. */
  isExtra?: boolean
  /** Links and buttons: stays in view at the end of the row. */
  isActions?: boolean
  /** The panel has its own, for example a form. */
  isRowOnly?: boolean
  cell: (row: R) => ReactNode
}

/** A figure of nothing, which narrow screens leave out. */
export const isZero = (cell: ReactNode): boolean => /^₹?0(\.00)?$/.test(String(cell))
