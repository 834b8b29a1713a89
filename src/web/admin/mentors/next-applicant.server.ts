import { adminMentors } from '#contract/mentors/verification-queue.ts'
import { type LoaderContext, readApi } from '../../api.ts'

export type NextApplicant = { to: string; name: string } | null

/**
 * The applicant who waits after this mentor, longest waiting first and from the start again after the last. The link
 * opens the document, if there is one and the viewer may see it.
 */
export async function nextApplicant(
  context: LoaderContext,
  mentorId: string,
  canOpen: boolean,
): Promise<NextApplicant> {
  const query = { status: 'pending', phones: 'no' } as const
  const { data } = await readApi(context, adminMentors, { query })
  const at = data.findIndex(({ _id }) => _id === mentorId)
  const next = data[at + 1] ?? data[0]
  if (!next || next._id === mentorId) return null
  const hasDocument = canOpen && !next.missing.includes('document')
  return { to: `/admin/mentors/${next._id}${hasDocument ? '/document' : ''}`, name: next.fullName }
}
