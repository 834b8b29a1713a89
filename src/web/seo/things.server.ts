import { brand } from '#contract/wire/brand.ts'
import { currentLocale, type Locale, localHref } from '../locale.ts'

type Value = string | number | boolean | null | Thing | readonly Value[]
/** A thing of schema.org, as JSON-LD. The router escapes it for HTML. */
export type Thing = { '@type': string | readonly string[]; [name: string]: Value }

const absolute = (publicUrl: string, path: string) => publicUrl + localHref(path)

type ContactDetails = {
  phone: string
  email: string
  address: Record<Locale, string>
  social: readonly { href: string }[]
}

/** The marketplace itself. */
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

/** Questions that stand on the page, with their answers. */
export const faqPage = (questions: readonly { title: string; text: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ title, text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})

/** The way to a page, from the home page on; `path` without language. */
export const breadcrumbs = (publicUrl: string, steps: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item: absolute(publicUrl, path),
  })),
})

/** Mentors in the order of the page. */
export const mentorList = (publicUrl: string, mentors: readonly { name: string; slug: string }[]): Thing => ({
  '@type': 'ItemList',
  itemListElement: mentors.map(({ name, slug }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
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
  /** Rupees a month, of every way of teaching. */
  prices: readonly number[]
  rating: number | null
  ratingCount: number
}

/**
 * A mentor as a person, and as the local business that families rate: schema.org knows no rating of a person. Area and
 * city only, as everywhere.
 */
export function mentorThing(publicUrl: string, mentor: MentorFacts): Thing {
  const url = absolute(publicUrl, `/mentors/${mentor.slug}`)
  const id = `${publicUrl}/mentors/${mentor.slug}`
  const image = mentor.photo ? { image: new URL(mentor.photo, publicUrl).href } : {}
  const [low, high] = [Math.min(...mentor.prices), Math.max(...mentor.prices)]
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
