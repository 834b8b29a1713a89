import { redirect } from 'react-router'
import { z } from 'zod'
import type { Endpoint, ReplyOf } from '#contract/wire/endpoint.ts'
import { type LoaderContext, readWithHeaders } from '../../api.ts'
import { localHref, plainPath } from '../../locale.ts'
import { type ListQuery, type ListState, listHref } from './list-address.ts'

type ListReply = { nextCursor: string | null; previousCursor: string | null; total: ListState['total'] }
/** The same for a list that is a bare array on the wire. */
function replyOf(headers: Record<string, unknown>): ListReply {
  const cursor = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  const total = String(headers['x-total'])
  return {
    nextCursor: cursor('x-next-cursor'),
    previousCursor: cursor('x-previous-cursor'),
    total: total.endsWith('+') ? { atLeast: Number.parseInt(total, 10) } : Number(total),
  }
}

type Asked = { request: Request; list: unknown; path: string; always: ListQuery; params: unknown }

/**
 * An address that opens a row of another page leads to what the list finds by its id, if that is among it. Not after a
 * form: its row may have left the filter.
 */
async function openElsewhere(
  context: LoaderContext,
  endpoint: Endpoint,
  { request, list, path, always, params }: Asked,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url)
  const row = searchParams.get('row')
  const isFresh = !pathname.endsWith('.data') && !searchParams.has('done') && !request.headers.has('content-type')
  if (!row || !z.uuid().safeParse(row).success || !isFresh || searchParams.get('q') === row) return
  const has = (reply: unknown) => rowsOf(reply).some(({ _id }) => _id === row)
  if (has(list)) return
  const alone = { query: { q: row, ...always }, params }
  const [found] = await readWithHeaders(context, endpoint, alone as never)
  if (has(found)) throw redirect(localHref(listHref(path, { q: row }, { row })))
}
const rowsOf = (reply: unknown) => (Array.isArray(reply) ? reply : (reply as { data: { _id?: string }[] }).data) // safe: lists answer one of both

/** Loads an admin list for a URL. Invalid parameters are ignored. */
export async function readList<const E extends Endpoint>(
  context: LoaderContext,
  request: Request,
  endpoint: E,
  params?: Record<string, string>,
  /** Fixed parameters of the page. */
  always: ListQuery = {},
): Promise<{ list: ReplyOf<E>; state: ListState; before: number }> {
  const url = new URL(request.url)
  // Client-side navigation requests the page's data at another URL.
  const path = plainPath(url.pathname).replace(/\.data$/, '')
  const shape = (endpoint.schema.querystring as z.ZodObject).shape // safe: lists take an object (`listQuery`)
  const defaultOf = (name: string) => String((shape[name] as z.ZodDefault | undefined)?.def.defaultValue ?? '')
  const query: ListQuery = {}
  for (const [name, field] of Object.entries(shape)) {
    const value = url.searchParams.get(name)?.trim()
    if (value && value !== defaultOf(name) && (field as z.ZodType).safeParse(value).success) query[name] = value
  }
  const asked = { query: { ...query, ...always }, params }
  const [list, headers] = await readWithHeaders(context, endpoint, asked as never).catch((error: unknown) => {
    // The cursor belongs to a list that has changed.
    if (query.cursor) throw redirect(localHref(listHref(path, query, { cursor: null })))
    throw error
  })
  await openElsewhere(context, endpoint, { request, list, path, always, params })
  const { nextCursor, previousCursor, total } = Array.isArray(list) ? replyOf(headers) : (list as unknown as ListReply) // safe: lists answer `listReply`
  const turn = (cursor: string | null) => cursor && listHref(path, query, { cursor })
  const sort = {
    by: query.sort ?? defaultOf('sort'),
    order: (query.order ?? defaultOf('order')) === 'asc' ? 'asc' : 'desc',
  } as const
  return {
    list,
    before: Number(headers['x-before'] ?? 0),
    state: { path, query, sort, total, previous: turn(previousCursor), next: turn(nextCursor) },
  }
}
