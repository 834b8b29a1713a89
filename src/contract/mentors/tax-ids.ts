/** Kinds of PAN holders by the fourth letter of the PAN. */
export const panHolders = {
  P: 'individual',
  H: 'huf',
  F: 'firm',
  C: 'company',
  T: 'trust',
  A: 'other',
  B: 'other',
  G: 'other',
  J: 'other',
  L: 'other',
} as const
export type PanLetter = keyof typeof panHolders
export const holderKinds = ['individual', 'huf', 'firm', 'company', 'trust', 'other'] as const
export type HolderKind = (typeof holderKinds)[number]

/** `AAAAA9999A` with a known holder letter. */
export const panPattern = new RegExp(`^[A-Z]{3}[${Object.keys(panHolders).join('')}][A-Z]\\d{4}[A-Z]$`)

/** Kind of holder of a valid PAN. */
export const holderOf = (pan: string): HolderKind => panHolders[pan.charAt(3) as PanLetter] // safe: of a valid PAN

/** Whether the fifth letter fits a person's name: the first letter of the surname, or of the only name. */
export function panFitsName(pan: string, fullName: string): boolean {
  const words = fullName.toUpperCase().match(/\p{L}+/gu) ?? []
  return words.at(-1)?.charAt(0) === pan.charAt(4)
}

/** GST state codes, with the names of `data/places.json` and the official ones. */
export const gstStates: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other territory',
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Check character of the first 14 characters of a GSTIN (modulus 36, factors 1 and 2). */
export function gstinCheck(first14: string): string {
  const sum = [...first14].reduce((total, one, i) => {
    const product = digits.indexOf(one) * (i % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits.charAt((36 - (sum % 36)) % 36)
}

/** State, PAN, entity, Z and check character. */
export function isGstin(text: string): boolean {
  const [, state = '', pan = ''] = /^(\d\d)([A-Z]{5}\d{4}[A-Z])[1-9A-Z]Z[0-9A-Z]$/.exec(text) ?? []
  return state in gstStates && panPattern.test(pan) && gstinCheck(text.slice(0, 14)) === text.charAt(14)
}

/** PAN within a GSTIN. */
export const panOfGstin = (gstin: string): string => gstin.slice(2, 12)
