import type { RouterContextProvider } from 'react-router'
import { brand } from '#contract/wire/brand.ts'
import { serverContext } from '../api.ts'
import { currentLocale, hrefIn } from '../locale.ts'
import type { Thing } from './things.server.ts'

/** What a page says about itself; `path` without language. */
type Page = {
  path: string
  /** Without the name of the site. */
  title: string
  description: string
  /** Address on our site or elsewhere; without one, or with a drawing, the site's own picture. */
  image?: string | null
  type?: 'website' | 'profile'
  /** false: may be opened, should not be found. */
  listed?: boolean
  things?: (publicUrl: string) => readonly Thing[]
}

type Tag =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: 'link'; rel: string; href: string; hrefLang?: string }
  | { 'script:ld+json': Thing }

const sitePicture = { path: '/og.png', width: '1200', height: '630' }

/** Social networks take no SVG. */
const isShareable = (image: string | null | undefined): image is string => !!image && !/\.svg(\?|$)/i.test(image)

/**
 * Everything a page tells search engines and social networks, as React Router's meta tags. Made on the server and
 * given to `meta` by the loader, so that none of it is in the page's script.
 */
export function pageHead(context: Readonly<RouterContextProvider>, page: Page): Tag[] {
  const { publicUrl } = context.get(serverContext)
  const locale = currentLocale()
  const { path, description, listed = true, type = 'website' } = page
  const names = [brand.name, brand.nameHi]
  const title = names.some((name) => page.title.includes(name))
    ? page.title
    : `${page.title} | ${names[locale === 'hi' ? 1 : 0]}`
  const url = publicUrl + hrefIn(locale, path)
  const own = isShareable(page.image) ? URL.parse(page.image, publicUrl)?.href : undefined
  const size = own
    ? []
    : [
        { property: 'og:image:width', content: sitePicture.width },
        { property: 'og:image:height', content: sitePicture.height },
      ]
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(listed ? alternateLinks(publicUrl, path) : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:site_name', content: brand.name },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: `${locale}_IN` },
    { property: 'og:locale:alternate', content: locale === 'hi' ? 'en_IN' : 'hi_IN' },
    { property: 'og:image', content: own ?? publicUrl + sitePicture.path },
    ...size,
    { name: 'twitter:card', content: own ? 'summary' : 'summary_large_image' },
    ...(page.things?.(publicUrl) ?? []).map((thing) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ]
}

const alternateLinks = (publicUrl: string, path: string): Tag[] =>
  (
    [
      ['en', 'en'],
      ['hi', 'hi'],
      ['x-default', 'en'],
    ] as const
  ).map(([hrefLang, locale]) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: publicUrl + hrefIn(locale, path),
  }))
