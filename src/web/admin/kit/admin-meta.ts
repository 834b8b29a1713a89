import { m } from '#messages'

/** Title of a page of the control room, which search engines leave out. */
export const adminMeta = (title: string) => [
  { title: `${title} - ${m.admin_title()}` },
  { name: 'robots', content: 'noindex' },
]
