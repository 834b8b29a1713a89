import { data } from 'react-router'
import { decideMentor } from '#contract/mentors/verification.ts'
import { adminMentors } from '#contract/mentors/verification-queue.ts'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { type LoaderContext, writeApi } from '../../api.ts'
import { intentOf } from '../../form.server.ts'
import { textsOf } from '../../form.ts'
import { readList } from '../kit/list-address.server.ts'
import { checkStates, mentorFilters, type PlaceNames, rowOf } from '../kit/mentor-labels.server.ts'
import type { ReviewsStarted } from './mentor-queue.tsx'

/** Rows per page, so a form cannot have more. */
const maxPicks = 100

/** The mentor queue for a URL's filters. */
export async function readQueue(
  context: LoaderContext,
  request: Request,
  placeNames: PlaceNames,
  always: { phones?: 'no' } = {},
) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const { list, state } = await readList(context, request, adminMentors, undefined, always)
  return {
    state,
    rows: list.data.map((row) => ({ ...rowOf(row, placeNames), _id: row._id, rating: row.rating })),
    filters: mentorFilters(),
    states: checkStates(),
    canDecide: viewer.adminRole !== 'support',
  }
}

/** Starts reviews of the selected mentors. */
export async function startReviews(context: LoaderContext, form: FormData) {
  intentOf(form)
  const picks = textsOf(form, 'pick').slice(0, maxPicks)
  let started = 0
  for (const pick of picks) {
    const [id = '', version] = pick.split(' ')
    const body = { decision: 'start_review' as const, version: Number(version) }
    const reply = await writeApi(context, decideMentor, { params: { id }, body })
    if (reply.ok) started++
    else if (reply.status === 401 || reply.status === 403) {
      const refused: ReviewsStarted = { started, skipped: 0, problem: reply.error.message }
      return data(refused, { status: reply.status })
    }
  }
  return { started, skipped: picks.length - started } satisfies ReviewsStarted
}
