import { brand } from '#contract/wire/brand.ts'
import { type LoaderContext, serverContext } from '../api.ts'
import { currentLocale, hrefIn } from '../locale.ts'
import type { Thing } from './structured-data.server.ts'

/** Metadata of a page; `path` is without language prefix. */
type Page = {
  path: string
  /** Without the site name. */
  title: string
  description: string
  /** Image URL, absolute or on this site; the site's own image without one or for an SVG. */
  image?: string | null
  type?: 'website' | 'profile'
  /** false adds `noindex`. */
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

/** Social networks do not accept SVG. */
const isShareable = (image: string | null | undefined): image is string => !!image && !/\.svg(\?|$)/i.test(image)

/**
 * Meta tags for search engines and social networks, for React Router's `meta`. Built by the loader to keep them out of
 * the page's script.
 */
export function pageHead(context: LoaderContext, page: Page): Tag[] {
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
