const consonants: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
}
const vowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
}
const silent = '\u094d'
const nukta = /\u093c/g

/** Transliterates Devanagari the way people write it: प्रिया शर्मा becomes "priya sharma". */
function inLatin(name: string): string {
  const signs = [...name.normalize('NFD').replace(nukta, '')]
  return signs
    .map((sign, i) => {
      const next = signs[i + 1]
      if (sign === 'ं' || sign === 'ँ') return 'n'
      if (vowels[sign]) return vowels[sign]
      const letter = consonants[sign]
      if (!letter) return sign === silent ? '' : sign
      // A consonant carries an inherent "a" unless a vowel sign follows; at the end of a word it is silent.
      const isBare = next === undefined || next === silent || vowels[next] !== undefined || /[\s.-]/.test(next)
      return isBare ? letter : `${letter}a`
    })
    .join('')
}

/** Slug of a name in Latin letters, digits and hyphens; "mentor" when nothing is left. */
export function slugFrom(name: string): string {
  const slug = inLatin(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return slug || 'mentor'
}
