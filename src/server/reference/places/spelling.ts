/** Normalises a name for comparison: lower case, no spaces, dots, hyphens or accents; Devanagari signs stay. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.,'’-]+/g, '')

const letters: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'k',
  ग: 'g',
  घ: 'g',
  ङ: 'n',
  च: 'ch',
  छ: 'ch',
  ज: 'j',
  झ: 'j',
  ञ: 'n',
  ट: 't',
  ठ: 't',
  ड: 'd',
  ढ: 'd',
  ण: 'n',
  त: 't',
  थ: 't',
  द: 'd',
  ध: 'd',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'b',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 's',
  ष: 's',
  स: 's',
  ह: 'h',
  ज़: 'j',
  फ़: 'f',
  ड़: 'r',
  ढ़: 'r',
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'e',
  ओ: 'o',
  औ: 'o',
  ऑ: 'o',
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'e',
  'ो': 'o',
  'ौ': 'o',
  'ॉ': 'o',
  'ं': 'n',
  'ँ': 'n',
}
const isDevanagari = /[\u0900-\u097f]/

/**
 * A rough phonetic key, the same in both scripts: पलासिया, Palasia and Palasiya share one. Variants of a, e/i and o/u are
 * one vowel each. The letter a is kept only at the beginning, because Devanagari does not write it elsewhere.
 */
export function phoneticKey(text: string): string {
  const word = fold(text)
  const latin = isDevanagari.test(word)
    ? word.normalize('NFD').replace(/[\u0900-\u097f]\u093c?/g, (sign) => letters[sign] ?? letters[sign[0] ?? ''] ?? '')
    : word
  return latin
    .replace(/([^aeiou])e$/, '$1')
    .replace(/ow$/, 'o')
    .replace(/ch+/g, 'C')
    .replace(/c/g, 'k')
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/([b-df-gj-npr-tvC])h/g, '$1')
    .replace(/m(?=[pbf])/g, 'n')
    .replace(/au|ou/g, 'o')
    .replace(/[ou]+/g, 'u')
    .replace(/ai|ay/g, 'i')
    .replace(/[eiy]+a?(?=[eiy])|[eiy]+/g, 'i')
    .replace(/(?!^)a+/g, '')
    .replace(/(.)\1+/g, '$1')
}

/** Edit distance (letters replaced, missing, added or swapped) between a text and the closest prefix of a name. */
export function prefixDistance(text: string, name: string): number {
  let rowBeforeLast: number[] = []
  let previousRow = Array.from({ length: name.length + 1 }, (_, j) => j)
  for (let i = 1; i <= text.length; i++) {
    const row = [i]
    for (let j = 1; j <= name.length; j++) {
      const isSame = text[i - 1] === name[j - 1]
      let distance = Math.min(
        (previousRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = i > 1 && j > 1 && text[i - 1] === name[j - 2] && text[i - 2] === name[j - 1]
      if (isSwapped) distance = Math.min(distance, (rowBeforeLast[j - 2] ?? 0) + 1)
      row[j] = distance
    }
    rowBeforeLast = previousRow
    previousRow = row
  }
  return Math.min(...previousRow)
}
