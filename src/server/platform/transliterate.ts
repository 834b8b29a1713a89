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

/** Devanagari in Latin letters as people type it: राजेश is rajesh, सिंह is singh. Other letters stay. */
export function transliterate(word: string): string {
  const letters = [
    ...word
      .normalize('NFC')
      .replace(/\u093c/g, '')
      .replaceAll('सिंह', 'सिंघ'),
  ]
  return letters
    .map((letter, i) => {
      if (letter === 'ं' || letter === 'ँ') return 'n'
      const consonant = consonants[letter]
      if (consonant === undefined) return vowels[letter] ?? (letter === '्' || letter === 'ः' ? '' : letter)
      // The inherent vowel of a consonant, silent at the end of a word.
      return i === letters.length - 1 || isSign(letters[i + 1]) ? consonant : `${consonant}a`
    })
    .join('')
}

/** Alternative spellings of a sound, the longest first: पूजा is Puja and Pooja, वर्मा is Varma and Verma. */
const spellings: [RegExp, string][] = [
  [/^chh?/, 'chh?'],
  [/^sh/, 'sh?'],
  [/^s/, 'ss?'],
  [/^t/, 'tt?'],
  [/^ph/, '(ph|f)'],
  [/^(au|o)/, '(au|o|ou)'],
  [/^(ai|e)/, '(ai|ay|e)'],
  [/^a/, '(a{0,2}|e)'],
  [/^i/, '(i|ee|y)'],
  [/^u/, '(u|oo|ou)'],
  [/^v/, '[vw]'],
  [/^jn/, '(gy|jn|dny)'],
  [/^j/, '[jz]'],
  [/^ksh?/, '(ksh?|x)'],
  [/^k/, '[kq]'],
  [/^ngh/, '[nm]g?h'],
  [/^n/, '[nm]'],
  [/^([bdf-hlmp-rw-z])/, '$1'],
]

/** Pattern for the start of a Latin word that sounds like a word in Devanagari; null for a word in another script. */
export function soundsLike(word: string): string | null {
  if (!/^[\u0900-\u097f]+$/.test(word)) return null
  let rest = transliterate(word)
  let pattern = ''
  while (rest) {
    const [sound, written] = spellings.find(([one]) => one.test(rest)) ?? []
    const said = sound?.exec(rest)?.[0]
    if (!said || !written) return null
    pattern += written === '$1' ? said : written
    rest = rest.slice(said.length)
  }
  return `(^|[^a-z])${pattern}`
}
