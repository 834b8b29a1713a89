/**
 * What stands in every text of the marketplace, in registered SMS, the installed app and receipts, and so is built in: another name is
 * another build. How to reach us is a setting (`contact.ts` has what a new installation begins with). Free of zod: the browser may import it.
 */
export const brand = {
  name: 'MentorSetu',
  nameHi: 'मेंटरसेतु',
  /** The name in two weights, as on the logo. */
  wordmark: ['Mentor', 'Setu'],
} as const

/** Where else we can be followed: the sites, by the end of their addresses. */
export const socialSites = {
  facebook: { name: 'Facebook', host: 'facebook.com', path: '/' },
  instagram: { name: 'Instagram', host: 'instagram.com', path: '/' },
  youtube: { name: 'YouTube', host: 'youtube.com', path: '/' },
  x: { name: 'X', host: 'x.com', path: '/' },
  linkedin: { name: 'LinkedIn', host: 'linkedin.com', path: '/' },
  whatsapp: { name: 'WhatsApp', host: 'whatsapp.com', path: '/channel/' },
} as const
export type SocialSite = keyof typeof socialSites
export const socialNames = Object.keys(socialSites) as SocialSite[] // true: the record's keys are the names

/** What a new installation begins with; an owner changes it in the settings. An empty address: not there. */
export const defaultSocial: Record<SocialSite, string> = {
  facebook: 'https://facebook.example/mentorsetu',
  instagram: 'https://instagram.example/mentorsetu',
  youtube: 'https://youtube.example/mentorsetu',
  ...{ x: '', linkedin: '', whatsapp: '' },
}

export const portraits = ['kavita', 'vivek'] as const
/** Somebody on the about page; without a portrait the initials stand in. */
export type Person = {
  place: number
  name: string
  roleEn: string
  roleHi: string
  portrait: '' | (typeof portraits)[number]
}
export const maxPeople = 12
export const defaultPeople: Person[] = [
  { place: 1, name: 'Kavita Rao', roleEn: 'Founder and CEO', roleHi: 'संस्थापक और सीईओ', portrait: 'kavita' },
  { place: 2, name: 'Vivek Malviya', roleEn: 'CTO', roleHi: 'सीटीओ', portrait: 'vivek' },
]
