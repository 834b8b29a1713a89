import { maxShortlist } from '#contract/mentors/limits.ts'
import { addToShortlist, mergeShortlist, removeFromShortlist } from '#contract/mentors/shortlist.ts'
import { errorText } from '#contract/wire/errors.ts'
import { type LoaderContext, type ServerContext, serverContext, writeApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { loadViewer, readFrame, type Viewer } from '../viewer.ts'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const yearSeconds = 365 * 24 * 60 * 60

/** Shortlist of a visitor, from the cookie, newest first. */
function shortlistInCookie(header: string): string[] {
  const value = /(?:^|;\s*)shortlist=([^;]*)/.exec(header)?.[1] ?? ''
  return [...new Set(value.match(new RegExp(id, 'g')))].slice(0, maxShortlist)
}

function setCookie(server: ServerContext, ids: readonly string[]): void {
  const age = ids.length > 0 ? yearSeconds : 0
  const secure = server.publicUrl.startsWith('https:') ? '; Secure' : ''
  server.setCookies.push(`shortlist=${ids.join('.')}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`)
}

/**
 * Mentor ids of the shortlist. A family's first page after login merges the cookie's. Empty when the shortlist cannot
 * be read.
 */
export async function loadShortlist(context: LoaderContext, viewer: Viewer | null): Promise<string[]> {
  const server = context.get(serverContext)
  const before = shortlistInCookie(server.headers.cookie)
  if (viewer?.userType !== 'student') return before
  if (before.length > 0) {
    const reply = await writeApi(context, mergeShortlist, { body: { mentors: before } })
    if (reply.ok) {
      setCookie(server, [])
      return reply.data.data
    }
  }
  return await readFrame(context).then(
    ({ shortlist }) => shortlist,
    () => [],
  )
}

/** Message for a full shortlist. */
export const shortlistFullText = () => errorText('shortlist-full', currentLocale(), { max: maxShortlist })

/** Adds or removes a mentor. @returns an error message, or null */
export async function setShortlisted(context: LoaderContext, mentor: string, on: boolean): Promise<string | null> {
  const server = context.get(serverContext)
  const viewer = await loadViewer(context)
  if (viewer?.userType === 'student') {
    const reply = await writeApi(context, on ? addToShortlist : removeFromShortlist, { params: { id: mentor } })
    return reply.ok ? null : reply.error.message || errorText(reply.error.code, currentLocale())
  }
  if (!new RegExp(`^${id}$`).test(mentor)) return errorText('not-found', currentLocale())
  const others = shortlistInCookie(server.headers.cookie).filter((one) => one !== mentor)
  if (on && others.length >= maxShortlist) return shortlistFullText()
  setCookie(server, on ? [mentor, ...others] : others)
  return null
}
