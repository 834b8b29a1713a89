/** Normalised words of a text: lower case, without diacritics except Devanagari signs. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** Edit distance of two words (insertion, deletion, substitution, transposition) up to `most`, else Infinity. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let older: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (older[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return Infinity
    older = before
    before = row
  }
  const found = before[b.length] ?? Infinity
  return found <= most ? found : Infinity
}

/** Edits allowed for a word of this length. */
export const maxEdits = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)
