import {
  atWords,
  commonWords,
  dotWords,
  endingPoints,
  followWords,
  handleWords,
  isPlatform,
  joinWords,
  mailHosts,
  mailWords,
  payHandles,
  payWords,
  plainPayHandles,
  siteWords,
} from './link-words.ts'

/** Apps with accounts in Indian scripts, with whatever ending. */
const apps =
  /^(?:इ(?:न्|ं)स्टा|टे[लि]+ग्राम|फेसबुक|व्हाट्स|स्नैप|ইনস্টা|টেলিগ্রাম|ফেসবুক|হোয়াটস|ઇન્સ્ટા|ટેલિગ્રામ|ફેસબુક|વોટ્સ|இன்ஸ்டா|டெலிகிராம்|பேஸ்புக்|வாட்ஸ்|ఇన్స్టా|ఫేస్బుక్|ಇನ್ಸ್ಟಾ|ಫೇಸ್|ਇੰਸਟਾ|ਫੇਸ|ഇൻസ്റ്റ|വാട്സ|فیس|انسٹا|واٹس)/
const directories = new Set(
  'google youtube yt channel page truecaller justdial maps map linkedin sulekha urbanpro profile gmail गूगल यूट्यूब चैनल'.split(
    ' ',
  ),
)

const kinds: [string, (word: string) => boolean][] = [
  ['app', (word) => isPlatform(word) || apps.test(word)],
  ['directory', (word) => directories.has(word)],
  ['pay', (word) => payWords.has(word) || payHandles.has(word) || plainPayHandles.has(word)],
  ['mail', (word) => mailWords.has(word) || mailHosts.has(word)],
  ['at', (word) => atWords.has(word) || word === '@'],
  ['dot', (word) => dotWords.has(word)],
  ['ending', (word) => (endingPoints.get(word) ?? 0) > 3],
  ['join', (word) => joinWords.has(word)],
  ['follow', (word) => followWords.has(word)],
  ['handle', (word) => handleWords.has(word)],
  ['site', (word) => siteWords.has(word)],
]

/** What a word has to do with contact details. */
export const kindsOf = (word: string): string[] => kinds.filter(([, holds]) => holds(word)).map(([name]) => name)

/** The form of a word between spaces: `rahul_k99` is `W_l0`. */
export const shapeOf = (chunk: string): string =>
  chunk
    .replace(/[\p{L}\p{M}]{4,}/gu, 'W')
    .replace(/[\p{L}\p{M}]{2,3}/gu, 'w')
    .replace(/[\p{L}\p{M}]/gu, 'l')
    .replace(/\d{3,}/g, 'N')
    .replace(/\d/g, '0')

/** What makes a word between spaces look like the name of an account. */
export function odditiesOf(chunk: string, isKnown: (word: string) => boolean): string[] {
  const bare = chunk.replace(/^[^\p{L}\d@]+|[^\p{L}\p{M}\d]+$/gu, '')
  const unknown = (bare.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !isKnown(word))
  return [
    bare.includes('_') && '_',
    /\p{L}\.\p{L}/u.test(bare) && '.',
    /\p{L}{3,}[._-]?\d{1,4}$/u.test(bare) && 'digits',
    bare.includes('@') && '@',
    unknown.some((word) => word.length > 3 && !commonWords.has(word)) && 'new',
    unknown.some((word) => word.length > 9) && 'long',
  ].filter((sign) => sign !== false)
}
