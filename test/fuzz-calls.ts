import fc from 'fast-check'
import { z } from 'zod'
import {
  chatMessage,
  conversation,
  headsInput,
  markInput,
  registerInput,
  sendMessage,
  typingInput,
} from '#contract/chat/chat.ts'
import type { Caller, Endpoint } from '#contract/wire/endpoint.ts'
import { endpoints, nameOf } from './endpoints.ts'
import { type FuzzCaller, fuzzCallers } from './fuzz-checks.ts'
import { commonValues, type Mutation, mutations, type Pool, validInput } from './fuzz-values.ts'
import type { World } from './world.ts'

/** Live events with the schemas of their input and of the data in their reply. */
export const liveEvents: Record<string, { input: z.ZodType; reply: z.ZodType }> = {
  register: { input: registerInput, reply: z.object({ _id: z.uuid(), side: z.enum(['family', 'mentor']) }) },
  'send-message': { input: sendMessage, reply: chatMessage },
  mark: { input: markInput, reply: z.undefined() },
  typing: { input: typingInput, reply: z.undefined() },
  heads: { input: headsInput, reply: z.object({ unread: z.number(), conversation: conversation.nullable() }) },
}

export type Call = {
  who: FuzzCaller
  endpoint: Endpoint
  input: { params?: unknown; querystring?: unknown; body?: unknown }
  changes: Mutation[]
  format: 'json' | 'cut' | 'form' | 'text'
  key: string | undefined
}
export type LiveCall = { who: FuzzCaller; event: string; input: unknown; changes: Mutation[] }

export const kindOf: Record<FuzzCaller, Caller> = {
  ...({ visitor: 'visitor', family: 'family', otherFamily: 'family', mentor: 'mentor' } as const),
  ...({ otherMentor: 'mentor', admin: 'admin', operations: 'admin', support: 'admin' } as const),
}

/** Ids that calls may use. */
export type Known = {
  world: World
  accounts: string[]
  /** Ids in replies, by the area of their address. */
  found: Map<string, Set<string>>
  /** The latest cursor of each list. */
  cursors: Map<string, string>
}

/** The world's rows that a field or address means. */
const rowsOf = ({ world, accounts }: Known): [name: RegExp, rows: string[]][] => [
  [
    /bookings?\/:id|class-bookings\/:id|class-booking\/:id|\.(booking|bookingId|classBooking)$/,
    [world.bookingId, world.pendingBookingId],
  ],
  [/lessons\/:id|classes\/:id|\.lesson$/, [world.lessonId]],
  [/class-records\/:id/, [world.recordId]],
  [/\.order(Id)?$/, [world.orderId]],
  [/learners\/:id|\.learner(Id)?$/, [world.learnerId]],
  [/student\/:id|\.(user1|customerId|family|sender)$/, [world.family.id]],
  [
    /mentors?\/:id|\.(mentor|mentorId|mentors|user2|receiver|party)$/,
    [world.mentor.id, world.mentorSlug, world.otherMentor.id],
  ],
  [/conversations\/:id|\.(conversation|party|receiver)$/, [world.chatId]],
  [/media\/:id|uploads\/:id|chat\/files/, [world.mediaId, world.uploadId, world.chatFileId]],
  [/cases\/:id/, [world.chatCaseId]],
  [/payouts\/:id/, [world.batchId, world.payoutId]],
  [/leave\/:id/, [world.leaveId, world.endedLeaveId]],
  [/mentor-call\/:id/, [world.callId]],
  [/news\/:id|\.newest$/, [world.newsId]],
  [/\.token$/, [world.offToken]],
  [/proposals\/:id/, [world.proposalId]],
  [/reviews\/:id/, [world.reviewId]],
  [/accounts\/:id|admins\/:id/, accounts],
  [/devices\/:id/, [world.deviceId]],
]

/** Any call of an endpoint or live event. */
export function anyCall(known: Known): fc.Arbitrary<Call | LiveCall> {
  const rows = rowsOf(known)
  const all = [...rows.flatMap(([, ids]) => ids), ...commonValues]
  const poolOf = (url: string): Pool => ({
    all,
    // The newest, because older ones are often finished.
    ids: [...(known.found.get(areaOf(url)) ?? [])].slice(-20),
    named(name) {
      if (name.endsWith('.cursor')) return [known.cursors.get(url)]
      // The address says whose id a parameter is.
      const field = name.includes(' params.') ? name : name.slice(name.lastIndexOf('.'))
      return rows.flatMap(([pattern, ids]) => (pattern.test(field) ? ids : []))
    },
  })
  return fc.oneof(
    { weight: 19, arbitrary: fc.oneof(...endpoints.map((endpoint) => callsOf(endpoint, poolOf(endpoint.url)))) },
    {
      weight: 1,
      arbitrary: fc.oneof(...Object.keys(liveEvents).map((event) => liveCallsOf(event, poolOf('/api/chat/')))),
    },
  )
}

function callsOf(endpoint: Endpoint, pool: Pool) {
  const { params, querystring, body } = endpoint.schema
  const texts: Pool = { ...pool, all: pool.all.map(String) }
  const part = (schema: z.ZodType | undefined, name: string) =>
    schema ? validInput(schema, name === 'body' ? pool : texts, `${nameOf(endpoint)} ${name}`) : fc.constant(undefined)
  const allowed = fuzzCallers.filter((who) => endpoint.config.access[kindOf[who]] !== 'no')
  // Twice as often, because the world's rows are theirs.
  const owners = allowed.filter((who) => who === 'admin' || who === 'family' || who === 'mentor')
  return fc.record({
    endpoint: fc.constant(endpoint),
    who: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...allowed, ...owners) }, fc.constantFrom(...fuzzCallers)),
    input: fc.record({
      params: part(params, 'params'),
      querystring: part(querystring, 'query'),
      body: part(body, 'body'),
    }),
    changes: changesOf(pool),
    format: formats,
    key: fc.oneof(
      { weight: 40, arbitrary: fc.constant(undefined) },
      fc.constantFrom('key-1', 'key-2', 'x'.repeat(300), "'"),
    ),
  })
}

const changesOf = ({ all }: Pool) => fc.oneof(fc.constant<Mutation[]>([]), mutations(all))

const formats = fc.oneof(
  { weight: 60, arbitrary: fc.constant('json' as const) },
  { weight: 3, arbitrary: fc.constantFrom('cut' as const, 'form' as const, 'text' as const) },
)

const liveCallsOf = (event: string, pool: Pool) =>
  fc.record({
    event: fc.constant(event),
    who: fc.constantFrom('family', 'otherFamily', 'mentor', 'otherMentor', 'admin').map((who): FuzzCaller => who),
    input: validInput(liveEvents[event]?.input ?? z.unknown(), pool, event),
    changes: changesOf(pool),
  })

/** The first parts of an address, which requests about the same rows have in common. */
export const areaOf = (url: string) =>
  url
    .split('/')
    .slice(0, url.startsWith('/api/admin') ? 4 : 3)
    .join('/')
    .replace(/\.\w+$/, '')
