/** One spelling for comparing: lower case, no marks but those of Devanagari, words apart. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

const consonants: Record<string, string> = Object.fromEntries(
  'क:k ख:kh ग:g घ:gh ङ:n च:ch छ:chh ज:j झ:jh ञ:n ट:t ठ:th ड:d ढ:dh ण:n त:t थ:th द:d ध:dh न:n प:p फ:ph ब:b भ:bh म:m य:y र:r ल:l ळ:l व:v श:sh ष:sh स:s ह:h'
    .split(' ')
    .map((pair) => pair.split(':')),
)
const vowels: Record<string, string> = Object.fromEntries(
  'अ:a आ:a इ:i ई:i उ:u ऊ:u ऋ:ri ए:e ऐ:ai ओ:o औ:au ऑ:o ा:a ि:i ी:i ु:u ू:u ृ:ri े:e ै:ai ो:o ौ:au ॉ:o'
    .split(' ')
    .map((pair) => pair.split(':')),
)
const isSign = (letter: string | undefined) => letter !== undefined && /[\u093e-\u094d]/.test(letter)

/** Devanagari as people type it in Latin letters: राजेश is rajesh. Other letters stay. */
export function latin(word: string): string {
  const letters = [...word.normalize('NFC').replace(/\u093c/g, '')]
  return letters
    .map((letter, i) => {
      if (letter === 'ं' || letter === 'ँ') return 'n'
      const consonant = consonants[letter]
      if (consonant === undefined) return vowels[letter] ?? (letter === '्' || letter === 'ः' ? '' : letter)
      // The spoken a after a consonant, but for the last one.
      return i === letters.length - 1 || isSign(letters[i + 1]) ? consonant : `${consonant}a`
    })
    .join('')
}

/** Slips between two words (a letter more, less, other, or two swapped), as far as `most`; more than that is Infinity. */
export function slips(a: string, b: string, most: number): number {
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

/** How many slips a word of this length may have and still be taken for another. */
export const slipsFor = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)
