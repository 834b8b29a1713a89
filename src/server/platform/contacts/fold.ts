/** A text as the rules read it. `starts` and `ends` say for each character of `chars` where it stood in the text. */
export type Folded = { chars: string; starts: number[]; ends: number[] }

// Invisible joiners, selectors and decorations. Vowel signs of Indian scripts are marks too, but are kept.
const invisible = /\p{Cf}|\p{Me}|[\u0300-\u036f]|[\ufe00-\ufe0f]|\u115f|\u1160|\u3164|[\u093c\u09bc\u0a3c\u0abc]/u

/** The value of a digit of any script: Unicode keeps the ten of a script together, the zero first. */
function digitOf(char: string, point: number): number | null {
  if (!/\p{Nd}/u.test(char)) return null
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return point - zero
}

// The one of each row of filled circles, which have no plain form in Unicode.
const circledOnes = [0x2776, 0x2780, 0x278a]

/** Characters that look like another one and have no plain form in Unicode. */
const twins = new Map(
  'аa еe оo рp сc хx уy іi ѕs јj кk мm тt нh вb οo αa εe ιi κk νv ρp βb τt χx ıi ɡg ƨ2 øo з3 б6 ч4 ⓿0 〇0 零0 一1 二2 三3 四4 五5 六6 七7 八8 九9 。. ．. ｡. ‧. ∙. ⋅. ·. ・. ％%'
    .split(' ')
    .map((pair) => [[...pair][0] ?? '', [...pair][1] ?? ''] as const),
)
twins.set('🔟', '10')

function plain(char: string): string {
  const point = char.codePointAt(0) ?? 0
  if (point < 0x80) return char.toLowerCase()
  // Mathematical digits stand in rows without gaps, and have a plain form.
  const digit = point < 0x1d7ce || point > 0x1d7ff ? digitOf(char, point) : null
  if (digit !== null) return String(digit)
  const one = circledOnes.find((first) => point >= first && point <= first + 8)
  if (one !== undefined) return String(point - one + 1)
  const simple = char.normalize('NFKD').toLowerCase()
  return /\p{Pd}|[−﹘﹣－]/u.test(simple) ? '-' : (twins.get(simple) ?? simple)
}

/** Digits of any script become ASCII, letters small and plain; what is invisible belongs to the character before it. */
export function fold(text: string): Folded {
  const folded: Folded = { chars: '', starts: [], ends: [] }
  let at = 0
  for (const char of text) {
    const end = at + char.length
    for (const part of plain(char)) {
      if (invisible.test(part)) {
        if (folded.ends.length > 0) folded.ends[folded.ends.length - 1] = end
        continue
      }
      folded.chars += part
      for (let unit = 0; unit < part.length; unit++) {
        folded.starts.push(at)
        folded.ends.push(end)
      }
    }
    at = end
  }
  // `in$ta`.
  folded.chars = folded.chars.replace(/(?<=[a-z])\$(?=[a-z])/g, 's')
  return folded
}
