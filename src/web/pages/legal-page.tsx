import { data } from 'react-router'
import { currentLocale, plainPath } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { readSite } from '../site-facts.ts'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/legal-page.ts'
import { readLegalText } from './legal-text.server.ts'

/** Serves four URLs; the last path segment is the name of the text. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const name = plainPath(url.pathname).replace(/^\/|\/$/g, '')
  const site = await readSite(context)
  const text = await readLegalText(name, currentLocale(), site)
  if (text === null) throw data(null, { status: 404 })
  return { ...text, head: pageHead(context, { path: `/${name}`, title: text.title, description: text.lead }) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

export default function LegalPage({ loaderData: { title, lead, blocks } }: Route.ComponentProps) {
  return (
    <main className="page-width max-w-[calc(65ch+64px)]">
      <PageHeading title={title} text={lead} />
      <article className="max-w-prose">
        {blocks.map((block, i) =>
          block.kind === 'list' ? (
            <ul key={block.items[0]} className="mt-3 grid list-disc gap-2 pl-5 marker:text-muted">
              {block.items.map((item) => (
                <li key={item}>
                  <Words text={item} />
                </li>
              ))}
            </ul>
          ) : block.kind === 'table' ? (
            <dl key={block.items[0]} className="mt-3">
              {block.items.map((item) => {
                const [name, ...text] = item.split(': ')
                return (
                  <div key={item} className="grid gap-1 border-line border-b py-2.5 sm:grid-cols-2 sm:gap-4">
                    <dt className="font-semibold text-ink">{name}</dt>
                    <dd className="text-balance [&:not(:has(a))]:first-letter:uppercase">
                      <Words text={text.join(': ')} />
                    </dd>
                  </div>
                )
              })}
            </dl>
          ) : block.kind === 'heading' ? (
            <h2 key={block.text} className="mt-8 mb-2 text-h3">
              {block.text}
            </h2>
          ) : (
            <p key={block.text} className={i === 0 ? '-mt-3 text-muted text-small' : 'mt-3'}>
              <Words text={block.text} />
            </p>
          ),
        )}
      </article>
    </main>
  )
}

/** Text with its links. */
function Words({ text }: { text: string }) {
  // Words before a link, its own words and its address, in turn.
  const parts = text.split(/\[([^\]]+)\]\(([^)]+)\)/)
  return parts.map((part, i) => {
    if (i % 3 === 0) return part
    if (i % 3 === 2) return null
    const to = parts[i + 1] ?? ''
    const look = 'text-primary underline underline-offset-4'
    return to.startsWith('/') ? (
      <LocalLink key={to} to={to} className={look}>
        {part}
      </LocalLink>
    ) : (
      <a key={to} href={to} className={`${look} whitespace-nowrap`}>
        {part}
      </a>
    )
  })
}
