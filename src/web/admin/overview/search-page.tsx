import { adminSearch } from '#contract/admin/admin-search.ts'
import { searchLimits } from '#contract/admin/admin-search-limits.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { isStatus, readApi } from '../../api.ts'
import { localHref } from '../../locale.ts'
import { orConnectionLost } from '../../lost-connection.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { foundGroups, type SearchReply } from '../kit/found-labels.server.ts'
import type { Route } from './+types/search-page.ts'

/** Search results; `problem` says why there are none. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<SearchReply> {
  const url = new URL(request.url)
  await requireViewer(context, url, '/admin/login')
  const q = (url.searchParams.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, 80)
  if (q.length < searchLimits.letters) return { q, groups: [], problem: null }
  await knownAreas(context)
  try {
    const { data } = await readApi(context, adminSearch, { query: { q } })
    return { q, groups: foundGroups(data, q, placeNames.city), problem: null }
  } catch (error) {
    // Control characters count as empty; the rate limit is reported beside the field.
    if (isStatus(error, 400)) return { q, groups: [], problem: null }
    if (isStatus(error, 429)) return { q, groups: [], problem: m.admin_found_slow() }
    if (isStatus(error, 500, 503)) return { q, groups: [], problem: m.failure_text() }
    throw error
  }
}

/** The header search loads this route too; a lost connection must not replace the page. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<SearchReply> {
  const q = new URL(request.url).searchParams.get('q') ?? ''
  const reply = await orConnectionLost(serverLoader, () => null)
  return 'groups' in reply ? reply : { q: q.trim(), groups: [], problem: m.failure_connection() }
}

export const meta = () => adminMeta(m.admin_found_title())

/** Search results in groups. */
export default function SearchPage({ loaderData: { q, groups, problem } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-h1">{m.admin_found_title()}</h1>
      <search key={q}>
        <form action={localHref('/admin/search')} className="my-5 flex items-end gap-2 sm:gap-3">
          <div className="min-w-0 grow md:max-w-[480px]">
            <TextField
              label={m.admin_found_label()}
              name="q"
              type="search"
              defaultValue={q}
              maxLength={80}
              icon={<Icon name="search" size={20} />}
            />
          </div>
          <Button type="submit">{m.admin_search_button()}</Button>
        </form>
      </search>
      {problem ? <Notice tone="bad">{problem}</Notice> : groups.length === 0 && <Nothing q={q} />}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {groups.map(({ kind, label, rows, all }) => (
          <section key={kind} aria-labelledby={kind} className="card">
            <h2 id={kind} className="text-h3">
              {label}
            </h2>
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.key} className="flex flex-wrap items-center gap-x-4 py-2">
                  <div className="min-w-0 flex-[1_1_260px]">
                    <LocalLink
                      to={row.to}
                      className="text-link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
                    >
                      {row.title}
                    </LocalLink>
                    <p className="pb-1 text-small text-muted wrap-anywhere">{row.text}</p>
                  </div>
                  <p className="text-small">{row.state}</p>
                </li>
              ))}
            </ul>
            {all && (
              <LocalLink to={all.to} className="text-link inline-flex min-h-11 items-center">
                {all.label}
              </LocalLink>
            )}
          </section>
        ))}
      </div>
    </>
  )
}

function Nothing({ q }: { q: string }) {
  const isShort = q.length < searchLimits.letters
  return (
    <div className="card">
      <EmptyState
        {...(isShort && { drawing: null })}
        title={isShort ? m.admin_found_begin() : m.admin_found_none({ q })}
        text={isShort ? m.admin_found_begin_text() : m.admin_found_none_text()}
      />
    </div>
  )
}
