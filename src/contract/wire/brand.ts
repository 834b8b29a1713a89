/**
 * Brand texts used in pages, registered SMS, the installed app and receipts. They are built in: another brand needs another
 * build. Contact details are a setting; `contact.ts` has its defaults. Free of zod: the browser may import them.
 */
export const brand = {
  name: 'MentorSetu',
  nameHi: 'मेंटरसेतु',
  /** The name split into the two weights of the logo. */
  wordmark: ['Mentor', 'Setu'],
} as const

/** Social sites by the host name of their links. */
export const socialSites = {
  facebook: { name: 'Facebook', host: 'facebook.com', path: '/' },
  instagram: { name: 'Instagram', host: 'instagram.com', path: '/' },
  youtube: { name: 'YouTube', host: 'youtube.com', path: '/' },
  x: { name: 'X', host: 'x.com', path: '/' },
  linkedin: { name: 'LinkedIn', host: 'linkedin.com', path: '/' },
  whatsapp: { name: 'WhatsApp', host: 'whatsapp.com', path: '/channel/' },
} as const
export type SocialSite = keyof typeof socialSites
export const socialNames = Object.keys(socialSites) as SocialSite[] // safe: the record's keys are the names

/** Defaults of a new installation; an owner changes them in the settings. An empty address hides the site. */
export const defaultSocial: Record<SocialSite, string> = {
  facebook: 'https://facebook.example/mentorsetu',
  instagram: 'https://instagram.example/mentorsetu',
  youtube: 'https://youtube.example/mentorsetu',
  x: '',
  linkedin: '',
  whatsapp: '',
}

export const portraits = ['kavita', 'vivek'] as const
/** A person on the about page; without a portrait the page shows initials. */
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
