import { Form, redirect } from 'react-router'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { useSite } from '../shell/site-state.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/find-page.ts'

/** A case number, and the key of people without an account. */
const code = /^(CASE-\d{4}-\d{6,})(?:\/([0-9a-z]+))?$/i

/** Opens the page of a case by the number or code of our message, because registered SMS cannot contain a personal link. */
export function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('code')
  const [, number, key] = code.exec(typed?.replace(/\s/g, '') ?? '') ?? []
  if (number) throw redirect(localHref(`/cases/${number.toUpperCase()}${key ? `/${key.toLowerCase()}` : ''}`))
  const head = pageHead(context, {
    path: '/cases',
    title: m.track_title(),
    description: m.track_lead(),
    listed: false,
  })
  return { typed, head }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

export default function FindCasePage({ loaderData: { typed } }: Route.ComponentProps) {
  const { callingNo } = useSite()
  return (
    <main className="page-width">
      <div className="mx-auto max-w-[640px]">
        <PageHeading title={m.track_title()} text={m.track_lead()} />
        <Form action={localHref('/cases')} noValidate className="card grid justify-items-start gap-4">
          <div className="w-full">
            <TextField
              label={m.track_field()}
              name="code"
              required
              maxLength={80}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typed ?? ''}
              help={m.track_help()}
              error={typed === null ? undefined : m.track_bad()}
            />
          </div>
          <Button type="submit" className="max-sm:w-full">
            {m.track_find()}
          </Button>
          <p className="text-muted">
            {m.track_no_number()}{' '}
            <a href={telHref(callingNo)} className="text-link inline-block py-2.5">
              {callingNo}
            </a>
          </p>
        </Form>
      </div>
    </main>
  )
}
