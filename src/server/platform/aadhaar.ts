// Verhoeff's scheme (J. Verhoeff, "Error Detecting Decimal Codes", 1969), which UIDAI uses for the last digit of an Aadhaar
// number: multiplication in the dihedral group D5, and a permutation for each position.
const product = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]
const permutation = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

/** Whether twelve digits are a possible Aadhaar number: the first is 2 to 9, the last one is the checksum. */
export function isAadhaar(digits: string): boolean {
  if (!/^[2-9]\d{11}$/.test(digits)) return false
  const check = [...digits]
    .reverse()
    .reduce((sum, digit, at) => product[sum]?.[permutation[at % 8]?.[Number(digit)] ?? 0] ?? 0, 0)
  return check === 0
}

// In one piece or in fours, and not part of a longer number such as the sixteen digits of a virtual ID.
const candidates = /(?<![\d.])(?<!\d[ -])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![ -]?\d)/g

/** The possible Aadhaar numbers in a text, as digits. About every tenth other number of twelve digits is one by chance. */
export const aadhaarNumbersIn = (text: string): string[] =>
  [...text.matchAll(candidates)].map(([found]) => found.replace(/\D/g, '')).filter(isAadhaar)
