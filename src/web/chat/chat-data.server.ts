import { type RouterContextProvider, redirect } from 'react-router'
import { chatHistory, chatWith } from '#contract/chat/chat.ts'
import { messagesPerPage } from '#contract/chat/chat-limits.ts'
import { oneMentor } from '#contract/mentors/mentors.ts'
import { adminMentors } from '#contract/mentors/verification-queue.ts'
import { mentorLoginCheck } from '#contract/people/accounts.ts'
import { isStatus, readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import type { Viewer } from '../viewer.ts'
import type { Me } from './conversations.ts'

type LoaderContext = Readonly<RouterContextProvider>

/** The side a viewer talks for; null for admins, and for mentors without an application. */
export function meOf({ _id, userType }: Viewer): Me | null {
  if (_id === null || userType === 'admin') return null
  return { id: _id, side: userType === 'student' ? 'family' : 'mentor' }
}

/** Whom an address means. Families come by a mentor's slug; what they had by name, id or an older slug leads there. */
async function findOtherParty(context: LoaderContext, me: Me, name: string) {
  try {
    return (await readApi(context, chatWith, { params: { party: name } })).data
  } catch (error) {
    if (!isStatus(error, 400, 404)) throw error
    if (me.side === 'mentor') throw new Response(null, { status: 404 })
  }
  const profile = localHref(`/mentors/${encodeURIComponent(name)}`)
  const { data } = await readApi(context, oneMentor, { params: { id: name }, query: {} }).catch(() => {
    // The profile says what became of this mentor, and which ones have that name.
    throw redirect(profile)
  })
  throw redirect(data.slug === name ? profile : localHref(`/chat/${data.slug}`))
}

/** The conversation an address means, with its newest messages. */
export async function loadConversation(context: LoaderContext, me: Me, party: string) {
  const { other, conversation, isBooked } = await findOtherParty(context, me, party)
  if (other.slug && other.slug !== party) throw redirect(localHref(`/chat/${other.slug}`))
  const body = { user1: me.id, user2: other._id }
  const page = conversation ? await readApi(context, chatHistory, { body }) : []
  const first = { page, isFirst: page.length < messagesPerPage || page[0]?.seq === 1 }
  return { other, conversation, isBooked, first, clientId: crypto.randomUUID() }
}

/** `/chat/{mentorPhone}` leads admins to that mentor, and a mentor to its own messages; for anybody else nobody has that number. */
export async function pathForPhone(context: LoaderContext, { userType }: Viewer, asked: string): Promise<string> {
  // Answers only for the session's own phone.
  if (userType === 'mentor' && (await writeApi(context, mentorLoginCheck, { body: { phone: asked } })).ok)
    return '/chat'
  if (userType !== 'admin') throw new Response(null, { status: 404 })
  const { data } = await readApi(context, adminMentors, { query: { q: asked } })
  const found = data.find((one) => one.phone === asked)
  if (!found) throw new Response(null, { status: 404 })
  return `/admin/mentors/${found._id}`
}
