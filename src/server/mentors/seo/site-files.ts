import type { FastifyInstance, FastifyReply } from 'fastify'
import { disallowedPaths, isLandingIndexable } from '#contract/mentors/crawling.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { contactOf } from '#server/settings/settings/settings.ts'
import { profileFiles, profilesInFile } from './queries.ts'
import { citySlug, type Landing } from './seo.ts'
import { type SitemapEntry, sitemap, sitemapIndex } from './sitemap.ts'
import { staleWhileRevalidate } from './stale-while-revalidate.ts'

const minutes = 10
const profilesPerFile = 10_000
const pages = [
  '/',
  '/mentors',
  '/tutors',
  '/signup',
  '/about-us',
  '/contact-us',
  '/terms-conditions',
  '/terms-and-conditions',
  '/grievance',
  '/accessibility',
  '/ranking',
  '/privacy-policy',
  '/refund',
]

function robots(publicUrl: string): string {
  const closed = disallowedPaths.flatMap((path) => [`Disallow: ${path}`, `Disallow: /hi${path}`])
  return ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

const yearMs = 365 * 86_400_000

/** Where to report a weakness (RFC 9116). */
const securityText = (publicUrl: string, email: string): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(Date.now() + yearMs).toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')

/** Landing pages with enough mentors. */
function landingEntries(landings: readonly Landing[]): SitemapEntry[] {
  const bySubject = Map.groupBy(landings, ({ subject }) => subject)
  return [...bySubject].flatMap(([subject, cities]) => {
    const mentors = cities.reduce((sum, one) => sum + one.mentors, 0)
    return [
      ...(isLandingIndexable(mentors) ? [{ path: `/tutors/${subject}` }] : []),
      ...cities
        .filter(({ mentors: here }) => isLandingIndexable(here))
        .map(({ place }) => ({ path: `/tutors/${subject}/${citySlug(place.name)}` })),
    ]
  })
}

/** Serves robots.txt, security.txt, the sitemap index and the sitemaps. */
export function siteFiles(
  app: Pick<FastifyInstance, 'get'>,
  { db, replicas, config: { publicUrl } }: Pick<Context, 'db' | 'replicas' | 'config'>,
  landings: () => Promise<readonly Landing[]>,
): void {
  const files = staleWhileRevalidate(minutes * 60_000, () =>
    replicas.read(null, (from) => profileFiles(from, profilesPerFile)),
  )
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', `public, max-age=${minutes * 60}`)
      .send(text)
  const sendXml = (reply: FastifyReply, text: string) => send(reply, 'application/xml', text)
  const hidden = { schema: { hide: true } }

  app.get('/robots.txt', hidden, (_, reply) => send(reply, 'text/plain', robots(publicUrl)))
  app.get('/.well-known/security.txt', hidden, async (_, reply) => {
    const { email } = await contactOf(db)
    return send(reply, 'text/plain', securityText(publicUrl, email))
  })
  app.get('/sitemap.xml', hidden, async (_, reply) => {
    const profiles = (await files()).map(({ file, changedAt }) => ({
      path: `/sitemaps/mentors-${file}.xml`,
      changedAt,
    }))
    const maps = [{ path: '/sitemaps/pages.xml' }, { path: '/sitemaps/tutors.xml' }, ...profiles]
    return sendXml(reply, sitemapIndex(publicUrl, maps))
  })
  app.get('/sitemaps/pages.xml', hidden, (_, reply) =>
    sendXml(
      reply,
      sitemap(
        publicUrl,
        pages.map((path) => ({ path })),
      ),
    ),
  )
  app.get('/sitemaps/tutors.xml', hidden, async (_, reply) =>
    sendXml(reply, sitemap(publicUrl, landingEntries(await landings()))),
  )
  app.get<{ Params: { file: string } }>('/sitemaps/mentors-:file(^\\d{1,5}).xml', hidden, async (request, reply) => {
    const rows = await replicas.read(request, (from) =>
      profilesInFile(from, Number(request.params.file), profilesPerFile),
    )
    if (rows.length === 0) throw new AppError('not-found')
    const entries = rows.map(({ slug, changedAt }) => ({ path: `/mentors/${slug}`, changedAt }))
    return sendXml(reply, sitemap(publicUrl, entries))
  })
}
