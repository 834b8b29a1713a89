// Hindi has a word of its own for every number below a hundred. Hindi and Hinglish spellings meet in one key, see `keyOf`.
const words = `
10 दस das dus dass · 11 ग्यारह gyarah gyara · 12 बारह barah bara · 13 तेरह terah tera · 14 चौदह chaudah chouda choudah · 15 पंद्रह पन्द्रह pandrah pandra
16 सोलह solah sola · 17 सत्रह सतरह satrah satra · 18 अठारह atharah athara · 19 उन्नीस unnis · 20 बीस bees · 21 इक्कीस ikkis · 22 बाईस बाइस bais baees
23 तेईस तेइस teis · 24 चौबीस chaubis · 25 पच्चीस pachchis · 26 छब्बीस chhabbis · 27 सत्ताईस सत्ताइस sattais · 28 अट्ठाईस अट्ठाइस atthais · 29 उनतीस untis
30 तीस tees · 31 इकतीस इकत्तीस iktis · 32 बत्तीस battis · 33 तैंतीस taintis tetis · 34 चौंतीस chauntis chautis · 35 पैंतीस paintis · 36 छत्तीस chhattis
37 सैंतीस saintis · 38 अड़तीस adtis artis · 39 उनतालीस untalis उनचालीस · 40 चालीस chalis · 41 इकतालीस iktalis · 42 बयालीस बियालीस byalis bayalis
43 तैंतालीस taintalis · 44 चवालीस चौवालीस chavalis chauvalis · 45 पैंतालीस paintalis · 46 छियालीस chhiyalis · 47 सैंतालीस saintalis · 48 अड़तालीस adtalis
49 उनचास unchas · 50 पचास pachas · 51 इक्यावन ikyavan · 52 बावन bavan · 53 तिरपन तिरेपन tirpan · 54 चौवन चव्वन chauvan · 55 पचपन pachpan · 56 छप्पन chhappan
57 सत्तावन sattavan · 58 अट्ठावन atthavan · 59 उनसठ unsath · 60 साठ · 61 इकसठ iksath · 62 बासठ basath · 63 तिरसठ तिरेसठ tirsath · 64 चौंसठ chaunsath
65 पैंसठ painsath · 66 छियासठ chhiyasath · 67 सड़सठ sadsath sarsath · 68 अड़सठ adsath arsath · 69 उनहत्तर unhattar · 70 सत्तर sattar · 71 इकहत्तर ikhattar
72 बहत्तर bahattar · 73 तिहत्तर tihattar · 74 चौहत्तर chauhattar · 75 पचहत्तर pachhattar · 76 छिहत्तर chhihattar · 77 सतहत्तर sathattar
78 अठहत्तर athhattar athattar · 79 उनासी उन्यासी unasi unnasi · 80 अस्सी assi · 81 इक्यासी ikyasi · 82 बयासी bayasi · 83 तिरासी tirasi · 84 चौरासी chaurasi
85 पचासी pachasi · 86 छियासी chhiyasi · 87 सत्तासी sattasi · 88 अट्ठासी atthasi · 89 नवासी navasi · 90 नब्बे nabbe · 91 इक्यानवे ikyanve
92 बानवे banve · 93 तिरानवे tiranve · 94 चौरानवे chauranve · 95 पंचानवे पचानवे panchanve · 96 छियानवे chhiyanve · 97 सत्तानवे sattanve
98 अट्ठानवे atthanve · 99 निन्यानवे ninyanve ninyanbe`

const consonants: Record<string, string> = Object.fromEntries(
  'क:k ख:k ग:g घ:g ङ:n च:c छ:c ज:j झ:j ञ:n ट:t ठ:t ड:d ढ:d ण:n त:t थ:t द:d ध:d न:n प:p फ:f ब:b भ:b म:m य:y र:r ल:l व:v श:s ष:s स:s ह:h'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)
const vowels: Record<string, string> = Object.fromEntries(
  'इ:i ई:i उ:u ऊ:u ए:e ऐ:e ओ:o औ:o ि:i ी:i ु:u ू:u े:e ै:e ो:o ौ:o'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** Key of a word that ignores spelling variants: aspiration (`kh`), `a`, nasals, doubled letters, and `b` versus `v`. */
function keyOf(word: string): string {
  const latin = /[\u0900-\u097f]/.test(word)
    ? [...word].map((char) => consonants[char] ?? vowels[char] ?? '').join('')
    : word
        .replace(/([ckgtdpbsj])h+/g, '$1')
        .replace(/w/g, 'v')
        .replace(/ch/g, 'c')
  return latin
    .replace(/a[iy]|ee/g, (two) => (two === 'ee' ? 'i' : 'e'))
    .replace(/[ao]u/g, 'o')
    .replace(/a|n(?=[tdcs])/g, '')
    .replace(/b/g, 'v')
    .replace(/iy/g, 'y')
    .replace(/(.)\1+/g, '$1')
}

// Short words would become ambiguous, so they match only in these spellings.
const shortest = 3
const exact = new Map<string, string>()
const byKey = new Map<string, string>()
for (const entry of words.split(/·|\n/)) {
  const [number = '', ...spellings] = entry.trim().split(' ')
  for (const spelling of spellings) {
    const folded = spelling.replace(/\u093c/g, '')
    exact.set(folded, number)
    const key = keyOf(folded)
    if (key.length >= shortest && !byKey.has(key)) byKey.set(key, number)
  }
}

/** The two digits of a Hindi number word from ten to ninety-nine, in either script. */
export function pairOf(word: string): string | undefined {
  if (word.length > 16) return undefined
  return exact.get(word) ?? byKey.get(keyOf(word))
}
