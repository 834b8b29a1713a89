import { data } from 'react-router'
import { m } from '#messages'
import { currentLocale, plainPath } from '../locale.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/legal-page.ts'
import { readLegalText } from './legal-text.server.ts'

/** Four addresses, one page: the last part of the address is the name of the text. */
export async function loader({ url }: Route.LoaderArgs) {
  const text = await readLegalText(plainPath(url.pathname).replace(/^\/|\/$/g, ''), currentLocale())
  if (text === null) throw data(null, { status: 404 })
  return text
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? ''} - ${m.brand_name()}` }]
}

export default function LegalPage({ loaderData: { title, blocks } }: Route.ComponentProps) {
  return (
    <main className="page-width">
      <PageHeading title={title} />
      <article className="max-w-prose">
        {blocks.map((block) =>
          block.kind === 'list' ? (
            <ul key={block.items[0]} className="mt-3 grid list-disc gap-2 pl-5 marker:text-muted">
              {block.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : block.kind === 'heading' ? (
            <h2 key={block.text} className="mt-8 mb-2 text-h3">
              {block.text}
            </h2>
          ) : (
            <p key={block.text} className="mt-3">
              {block.text}
            </p>
          ),
        )}
      </article>
    </main>
  )
}
