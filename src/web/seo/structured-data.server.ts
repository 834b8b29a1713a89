import { brand } from '#contract/wire/brand.ts'
import { currentLocale, type Locale, localHref } from '../locale.ts'

type Value = string | number | boolean | null | Thing | readonly Value[]
/** A schema.org Thing as JSON-LD. React Router escapes it for HTML. */
export type Thing = { '@type': string | readonly string[]; [name: string]: Value }

const absolute = (publicUrl: string, path: string) => publicUrl + localHref(path)

type ContactDetails = {
  phone: string
  email: string
  address: Record<Locale, string>
  social: readonly { href: string }[]
}

/** The marketplace as an Organization. */
export function organization(publicUrl: string, { phone, email, address, social }: ContactDetails): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: brand.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/og.png`,
    email,
    telephone: `+91${phone.replace(/\D/g, '').replace(/^0/, '')}`,
    address: { '@type': 'PostalAddress', streetAddress: address[currentLocale()], addressCountry: 'IN' },
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

/** FAQPage of the questions on the page. */
export const faqPage = (questions: readonly { title: string; text: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ title, text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})

/** Breadcrumbs from the home page; `path` is without language prefix. */
export const breadcrumbs = (publicUrl: string, steps: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(publicUrl, path),
  })),
})

/** ItemList of mentors in page order. */
export const mentorList = (publicUrl: string, mentors: readonly { name: string; slug: string }[]): Thing => ({
  '@type': 'ItemList',
  itemListElement: mentors.map(({ name, slug }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: absolute(publicUrl, `/mentors/${slug}`),
  })),
})

export type MentorFacts = {
  slug: string
  name: string
  photo: string | null
  about: string
  area: string
  city: string
  state: string
  subjects: readonly string[]
  /** Monthly prices in rupees of all modes. */
  prices: readonly number[]
  rating: number | null
  ratingCount: number
}

/**
 * A mentor as a Person and as the LocalBusiness families rate, because schema.org has no ratings of persons. Contains
 * area and city only, like every public page.
 */
export function mentorThing(publicUrl: string, mentor: MentorFacts): Thing {
  const url = absolute(publicUrl, `/mentors/${mentor.slug}`)
  const id = `${publicUrl}/mentors/${mentor.slug}`
  const image = mentor.photo ? { image: new URL(mentor.photo, publicUrl).href } : {}
  const low = Math.min(...mentor.prices)
  const high = Math.max(...mentor.prices)
  const person: Thing = {
    '@type': 'Person',
    '@id': `${id}#person`,
    name: mentor.name,
    url,
    ...image,
    ...(mentor.about && { description: mentor.about }),
    knowsAbout: mentor.subjects,
    worksFor: { '@type': 'Organization', '@id': `${publicUrl}/#organization`, name: brand.name },
  }
  return {
    '@type': 'LocalBusiness',
    '@id': `${id}#tuition`,
    name: mentor.name,
    url,
    image: mentor.photo ? new URL(mentor.photo, publicUrl).href : `${publicUrl}/og.png`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: [mentor.area, mentor.city].filter(Boolean).join(', '),
      addressRegion: mentor.state,
      addressCountry: 'IN',
    },
    ...(mentor.prices.length > 0 && {
      priceRange: low === high ? `₹${low} a month` : `₹${low} to ₹${high} a month`,
      currenciesAccepted: 'INR',
    }),
    ...(mentor.rating !== null &&
      mentor.ratingCount > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: mentor.rating,
          ratingCount: mentor.ratingCount,
          bestRating: 5,
          worstRating: 1,
        },
      }),
    founder: person,
  }
}
