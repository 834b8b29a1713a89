import { rule } from './letterhead.ts'
import { type Column, page, type Sheet, type Style } from './sheet.ts'

export type Cells = readonly string[]
export type Columns = readonly Omit<Column, 'y'>[]

const cell: Style = { size: 9 }
const head: Style = { size: 9, colour: 'muted' }
const sum: Style = { size: 9, weight: 600 }
const gap = 6
const padding = 8
const bottom = page.bottom - 28
const wholeWidth = { x: page.left, width: page.width }

/** Columns across the page; the first `texts` hold text, the rest numbers. */
export const columnsOf = (widths: readonly number[], texts: number): Columns =>
  widths.map((width, at) => ({
    x: page.left + widths.slice(0, at).reduce((before, one) => before + one, 0) + (at === 0 ? 0 : gap),
    width: width - (at === 0 ? 0 : gap),
    align: at < texts ? ('left' as const) : ('right' as const),
  }))

type Table = {
  columns: Columns
  heads: Cells
  rows: readonly Cells[]
  total: Cells
  /** Height of the content after the table, kept on its last page. */
  endHeight: number
  /** Header of every page but the first. */
  running: string
  /** "Page {page} of {pages}". */
  pageWords: string
}

/** Writes a table over as many pages as it needs, repeating its head. @returns where the content goes on, in points */
export function writeTable(sheet: Sheet, top: number, table: Table): number {
  const { columns, heads, rows, total } = table
  const heightOf = (cells: Cells, style: Style) =>
    Math.max(...cells.map((text, at) => sheet.height(text, columns[at]?.width ?? 0, style))) + padding
  const pages = paged(
    rows.map((row) => heightOf(row, cell)),
    { first: top, head: heightOf(heads, head), end: heightOf(total, sum) + table.endHeight },
  )
  let y = top
  sheet.table(() => {
    for (const [at, { from, to }] of pages.entries()) {
      if (at > 0) {
        sheet.turn()
        sheet.repeat(table.running, { x: page.left, y: page.top - 8, width: page.width }, head)
        y = page.top + 18
      }
      const numbered = table.pageWords.replace('{page}', `${at + 1}`).replace('{pages}', `${pages.length}`)
      if (pages.length > 1)
        sheet.repeat(numbered, { x: page.left, y: page.bottom - 4, width: page.width, align: 'right' }, head)
      y += writeCells(sheet, y, columns, heads, head, at === 0 ? 'head' : 'again')
      for (const row of rows.slice(from, to)) y += writeCells(sheet, y, columns, row, cell)
    }
    y += writeCells(sheet, y, columns, total, sum)
  })
  return y
}

/** Distributes rows over pages; the last page leaves room for the end. */
function paged(heights: readonly number[], room: { first: number; head: number; end: number }) {
  const pages = [{ from: 0, to: 0 }]
  let y = room.first + room.head
  for (const [at, height] of heights.entries()) {
    const isLast = at === heights.length - 1
    if (y + height + (isLast ? room.end : 0) > bottom) {
      pages.push({ from: at, to: at })
      y = page.top + 18 + room.head
    }
    y += height
    const last = pages.at(-1)
    if (last) last.to = at + 1
  }
  return pages
}

/** Writes a row. A repeated head is hidden from screen readers. @returns the height in points */
function writeCells(
  sheet: Sheet,
  y: number,
  columns: Columns,
  cells: Cells,
  style: Style,
  kind: 'row' | 'head' | 'again' = 'row',
): number {
  let height = 0
  const writeAll = () => {
    for (const [at, text] of cells.entries()) {
      const place: Column = { ...(columns[at] ?? wholeWidth), y: y + padding / 2 }
      if (kind === 'again') sheet.repeat(text, place, style)
      else if (kind === 'head') sheet.write('TH', text, place, style, 'Column')
      else sheet.write(at === 0 ? 'TH' : 'TD', text, place, style)
      height = Math.max(height, sheet.height(text, place.width, style))
    }
  }
  if (kind === 'again') writeAll()
  else sheet.row(writeAll)
  rule(sheet, y + height + padding, 'rule', 0.8)
  return height + padding
}
