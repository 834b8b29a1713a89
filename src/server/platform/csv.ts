/**
 * One file of comma-separated values (RFC 4180). A text that a table program would take for a formula gets an apostrophe
 * in front; control characters are left out.
 * A mark at the beginning says that it is UTF-8, which Excel takes for something else.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    if (typeof value === 'number') return String(value)
    const text = value.replace(/\p{Cc}+/gu, ' ').trim()
    return `"${(/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  }
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
