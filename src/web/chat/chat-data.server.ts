import { redirect } from 'react-router'
import { chatHistory, chatWith } from '#contract/chat/chat.ts'
import { messagesPerPage } from '#contract/chat/chat-limits.ts'
import { oneMentor } from '#contract/mentors/mentors.ts'
import { adminMentors } from '#contract/mentors/verification-queue.ts'
import { mentorLoginCheck } from '#contract/people/accounts.ts'
import { isStatus, type LoaderContext, readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import type { Viewer } from '../viewer.ts'
import type { Me } from './conversations.ts'

/** Id and side of the viewer; null for admins and for mentors without an application. */
export function meOf({ _id, userType }: Viewer): Me | null {
  if (_id === null || userType === 'admin') return null
  return { id: _id, side: userType === 'student' ? 'family' : 'mentor' }
}

/** Finds the other party of a URL. Families use the mentor's slug; names, ids and old slugs redirect to it. */
async function findOtherParty(context: LoaderContext, me: Me, name: string) {
  try {
    return (await readApi(context, chatWith, { params: { party: name } })).data
  } catch (error) {
    if (!isStatus(error, 400, 404)) throw error
    if (me.side === 'mentor') throw new Response(null, { status: 404 })
  }
  const profile = localHref(`/mentors/${encodeURIComponent(name)}`)
  const { data } = await readApi(context, oneMentor, { params: { id: name }, query: {} }).catch(() => {
    // The profile page explains why this mentor is unavailable, or lists matching names.
    throw redirect(profile)
  })
  throw redirect(data.slug === name ? profile : localHref(`/chat/${data.slug}`))
}

/** The conversation of a URL with its newest messages. */
export async function loadConversation(context: LoaderContext, me: Me, party: string) {
  const { other, conversation, isBooked } = await findOtherParty(context, me, party)
  if (other.slug && other.slug !== party) throw redirect(localHref(`/chat/${other.slug}`))
  const body = { user1: me.id, user2: other._id }
  const [page, fee] = await Promise.all([
    conversation ? readApi(context, chatHistory, { body }) : [],
    isBooked && other.slug ? lowestFee(context, other.slug) : null,
  ])
  const first = { page, isFirst: page.length < messagesPerPage || page[0]?.seq === 1 }
  return { other, conversation, isBooked, fee, first, clientId: crypto.randomUUID() }
}

/** A mentor's lowest monthly fee in rupees; null while the mentor takes no bookings. */
const lowestFee = async (context: LoaderContext, id: string): Promise<number | null> =>
  await readApi(context, oneMentor, { params: { id }, query: {} }).then(
    ({ data: { teachingModes, teachesOnline, onlinePrice } }) => {
      const fees = Object.values(teachingModes).map(({ monthlyPrice }) => monthlyPrice)
      if (teachesOnline && onlinePrice !== null) fees.push(onlinePrice)
      return fees.length > 0 ? Math.min(...fees) : null
    },
    () => null,
  )

/** Resolves `/chat/{mentorPhone}`: the mentor's page for admins, their own chats for the mentor, 404 for anyone else. */
export async function pathForPhone(context: LoaderContext, { userType }: Viewer, asked: string): Promise<string> {
  // Succeeds only for the session's own phone.
  if (userType === 'mentor' && (await writeApi(context, mentorLoginCheck, { body: { phone: asked } })).ok)
    return '/chat'
  if (userType !== 'admin') throw new Response(null, { status: 404 })
  const { data } = await readApi(context, adminMentors, { query: { q: asked } })
  const found = data.find((one) => one.phone === asked)
  if (!found) throw new Response(null, { status: 404 })
  return `/admin/mentors/${found._id}`
}
