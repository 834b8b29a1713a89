import { type RouterContextProvider, data as reply } from 'react-router'
import { openMentorLink } from '#contract/mentors/mentor-links.ts'
import { selectedMentorsMax } from '#contract/wire/limits.ts'
import { isStatus, readApi } from '../api.ts'
import type { Draft } from './filter-address.ts'
import { selectedPath } from './selected-address.ts'

type Context = Readonly<RouterContextProvider>
type SelectedIds = {
  /** Of this part of the page. */
  ids: string[]
  /** The address named more than it may. */
  isCut: boolean
  /** Mentors of a link who are not shown now. */
  unknown: number
  /** Address of the next part. */
  next: string | null
  /** What the address keeps while its filters change. */
  kept: Draft['kept']
  /** The kept link it was opened by. */
  link: string | null
}

const maxIdLength = 80

/** The mentors an address names, each once; more than it may carry are left out. */
function byIds(params: URLSearchParams): SelectedIds {
  const all = params
    .getAll('id')
    .flatMap((list) => list.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && one.length <= maxIdLength)
  const named = [...new Set(all)]
  const ids = named.slice(0, selectedMentorsMax)
  const kept = ids.length > 0 ? [['id', ids.join(',')] as const] : []
  return { ids, isCut: named.length > ids.length, unknown: 0, next: null, kept, link: null }
}

/** The mentors of a kept link, one part of them at a time. */
async function byLink(context: Context, token: string, place: number): Promise<SelectedIds> {
  const { mentors, named, isOver } = await readApi(context, openMentorLink, { params: { token } }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isStatus(error, 400, 404)) return { mentors: [], named: 0, isOver: false }
      throw error
    },
  )
  // The page says so instead of its list (`LinkOver`).
  if (isOver) throw reply(null, { status: 410 })
  const end = place + selectedMentorsMax
  const next = end < mentors.length ? new URLSearchParams({ id: token, part: String(end) }) : null
  return {
    ids: mentors.slice(place, end),
    isCut: false,
    unknown: place === 0 ? named - mentors.length : 0,
    next: next && `${selectedPath}?${next}`,
    kept: [['id', token] as const],
    link: token,
  }
}

/** A kept link's own id, which is no mentor's; `link` is how addresses named it before. */
function linkTokenIn(params: URLSearchParams): string | null {
  const id = params.get('id') ?? ''
  return params.get('link') ?? (/^[\w-]{12}$/.test(id) ? id : null)
}

/** Who was chosen by an address: by a kept link, or by their ids. */
export async function selectedIds(context: Context, params: URLSearchParams): Promise<SelectedIds> {
  const token = linkTokenIn(params)
  const place = /^\d{1,3}$/.exec(params.get('part') ?? '')?.[0] ?? 0
  return token ? await byLink(context, token, Number(place)) : byIds(params)
}
