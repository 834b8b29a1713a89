import { data as reply } from 'react-router'
import { maxSelectedMentors } from '#contract/mentors/limits.ts'
import { openMentorLink } from '#contract/mentors/mentor-links.ts'
import { isStatus, type LoaderContext, readApi } from '../api.ts'
import type { Draft } from './filter-address.ts'
import { selectedPath } from './selected-address.ts'

type SelectedIds = {
  /** Mentor ids of this page. */
  ids: string[]
  /** The URL named more mentors than allowed. */
  isCut: boolean
  /** Number of the link's mentors who are not shown now. */
  unknown: number
  /** URL of the next page. */
  next: string | null
  /** URL parameters kept when filters change. */
  hidden: Draft['hidden']
  /** Token of the saved link, if opened by one. */
  link: string | null
}

const maxIdLength = 80

/** Mentor ids in a URL, without duplicates, up to the limit. */
function byIds(params: URLSearchParams): SelectedIds {
  const all = params
    .getAll('id')
    .flatMap((list) => list.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && one.length <= maxIdLength)
  const named = [...new Set(all)]
  const ids = named.slice(0, maxSelectedMentors)
  const hidden = ids.length > 0 ? [['id', ids.join(',')] as const] : []
  return { ids, isCut: named.length > ids.length, unknown: 0, next: null, hidden, link: null }
}

/** Mentor ids of a saved link, page by page. */
async function byLink(context: LoaderContext, token: string, offset: number): Promise<SelectedIds> {
  const { mentors, named, isOver } = await readApi(context, openMentorLink, { params: { token } }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isStatus(error, 400, 404)) return { mentors: [], named: 0, isOver: false }
      throw error
    },
  )
  // The error boundary renders `EndedLink`.
  if (isOver) throw reply(null, { status: 410 })
  const end = offset + maxSelectedMentors
  const next = end < mentors.length ? new URLSearchParams({ id: token, part: String(end) }) : null
  return {
    ids: mentors.slice(offset, end),
    isCut: false,
    unknown: offset === 0 ? named - mentors.length : 0,
    next: next && `${selectedPath}?${next}`,
    hidden: [['id', token] as const],
    link: token,
  }
}

/** Token of a saved link in `id`, which never looks like a mentor id; older URLs use `link`. */
function linkTokenIn(params: URLSearchParams): string | null {
  const id = params.get('id') ?? ''
  return params.get('link') ?? (/^[\w-]{12}$/.test(id) ? id : null)
}

/** Mentor ids of a URL, listed directly or through a saved link. */
export async function selectedIds(context: LoaderContext, params: URLSearchParams): Promise<SelectedIds> {
  const token = linkTokenIn(params)
  const offset = /^\d{1,3}$/.exec(params.get('part') ?? '')?.[0] ?? 0
  return token ? await byLink(context, token, Number(offset)) : byIds(params)
}
