import type { MentorLink } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { formatDay } from '../../ui/dates.tsx'

/** A link with the addresses it is shared by. */
export function shownLink({ ids, ...link }: MentorLink, site: string) {
  const path = `/selected-mentors?id=${link.token}`
  const [address, hindi] = [`${site}${path}`, `${site}/hi${path}`]
  const text = [
    m.admin_link_share({ address }, { locale: 'en' }),
    m.admin_link_share({ address: hindi }, { locale: 'hi' }),
  ].join('\n\n')
  return {
    ...link,
    path,
    address,
    longAddress: ids && `${site}/selected-mentors?id=${ids.join(',')}`,
    whatsapp: `https://wa.me/?${new URLSearchParams({ text })}`,
    made: formatDay(link.madeAt, { year: true }),
  }
}
export type ShownLink = ReturnType<typeof shownLink>
