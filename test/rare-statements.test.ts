import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteOldBeats } from '#server/chat/presence.ts'
import { otherOfPair } from '#server/chat/queries.ts'
import { conflictAt } from '#server/classes/timetables/conflicts.ts'
import { mentorPlace } from '#server/mentors/search/listed.ts'
import { hasAccounts, transaction } from '#server/platform/database.ts'
import { newestRefunds } from '#server/providers/payments/sandbox-books.ts'
import { welcome } from '#server/welcome.ts'
import { type TestDatabase, testConfig, testDatabase } from '#test/harness.ts'

// Statements that only a browser or a start reaches: run here, so that they are compared with the schema too.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.drop())

it('runs the statements of a start on an empty database', async () => {
  expect(await hasAccounts(database.db)).toBe(false)
  expect(await welcome(testConfig(), database.db)).not.toEqual([])
})

it('finds nothing where nothing is', async () => {
  const { db } = database
  const id = randomUUID()
  const pair = { familyId: id, mentorId: id, conversationId: null, canWrite: true, isOpen: true, isMasked: false }
  const owner = { bookingId: id, mentorId: id, learnerId: id, orderId: id, mode: 'online', isShared: false }
  const [startsAt, endsAt] = [new Date('2026-01-05T10:00:00Z'), new Date('2026-01-05T11:00:00Z')]
  const one = { date: '2026-01-05', startsAt, endsAt, minutes: 60 }
  expect(await mentorPlace(db, id)).toEqual({ area: '', city: '' })
  expect(await newestRefunds(db)).toEqual([])
  expect((await deleteOldBeats(db)).numAffectedRows).toBe(0n)
  await expect(otherOfPair(db, 'family', pair)).rejects.toThrow('a pair lost a side')
  expect(await transaction(db, (tx) => conflictAt(tx, 'learner-busy', one, owner))).toBeNull()
})
