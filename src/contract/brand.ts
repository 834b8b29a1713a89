/**
 * What stands in every text of the marketplace, and so is built in: another name is another build. How to reach us is a setting
 * (`contact.ts` has what a new installation begins with). Free of zod: the browser may import it.
 */
export const brand = {
  name: 'MentorSetu',
  nameHi: 'मेंटरसेतु',
  /** The name in two weights, as on the logo. */
  wordmark: ['Mentor', 'Setu'],
  social: [
    { name: 'Facebook', href: 'https://facebook.example/mentorsetu' },
    { name: 'Instagram', href: 'https://instagram.example/mentorsetu' },
    { name: 'YouTube', href: 'https://youtube.example/mentorsetu' },
  ],
  team: [
    { name: 'Kavita Rao', role: { en: 'Founder and CEO', hi: 'संस्थापक और सीईओ' }, photo: '/portraits/kavita.svg' },
    { name: 'Vivek Malviya', role: { en: 'CTO', hi: 'सीटीओ' }, photo: '/portraits/vivek.svg' },
  ],
} as const
