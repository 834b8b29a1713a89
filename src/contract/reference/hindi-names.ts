/** Hindi names of languages and states that are stored in English. */
const hindiNames = {
  language: {
    Hindi: 'हिन्दी',
    English: 'अंग्रेज़ी',
    Bengali: 'बांग्ला',
    Gujarati: 'गुजराती',
    Kannada: 'कन्नड़',
    Malayalam: 'मलयालम',
    Marathi: 'मराठी',
    Marwari: 'मारवाड़ी',
    Punjabi: 'पंजाबी',
    Sindhi: 'सिंधी',
    Tamil: 'तमिल',
    Telugu: 'तेलुगु',
    Urdu: 'उर्दू',
  },
  state: {
    'Madhya Pradesh': 'मध्य प्रदेश',
    Maharashtra: 'महाराष्ट्र',
    Rajasthan: 'राजस्थान',
    'Uttar Pradesh': 'उत्तर प्रदेश',
    Gujarat: 'गुजरात',
    Chhattisgarh: 'छत्तीसगढ़',
    Telangana: 'तेलंगाना',
    Delhi: 'दिल्ली',
    Karnataka: 'कर्नाटक',
  },
} as const satisfies Record<string, Record<string, string>>

/** Languages that mentors may teach in, the two most requested first. */
export const languages = Object.keys(hindiNames.language)
/** The nine states of the product. */
export const stateNames = Object.keys(hindiNames.state)

/** The name of a spoken language or state in the reader's language; unknown names are returned unchanged. */
export function nameOf(kind: keyof typeof hindiNames, name: string, language: 'en' | 'hi'): string {
  const names: Record<string, string> = hindiNames[kind]
  return language === 'hi' && Object.hasOwn(names, name) ? (names[name] ?? name) : name
}
