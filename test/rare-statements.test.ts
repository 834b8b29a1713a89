import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteStalePresence } from '#server/chat/presence.ts'
import { otherOfPair } from '#server/chat/queries.ts'
import { conflictAt } from '#server/classes/timetables/conflicts.ts'
import { publicLocationOf } from '#server/mentors/search/search-pages.ts'
import { hasAccounts, transaction } from '#server/platform/database.ts'
import { newestRefunds } from '#server/providers/payments/sandbox-rows.ts'
import { welcome } from '#server/welcome.ts'
import { type TestDatabase, testConfig, testDatabase } from '#test/harness.ts'

// Statements that only run in a browser or at start-up; run here so that their types are checked too.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.drop())

it('runs the start-up statements on an empty database', async () => {
  expect(await hasAccounts(database.db)).toBe(false)
  expect(await welcome(testConfig(), database.db)).not.toEqual([])
})

it('returns nothing for missing rows', async () => {
  const { db } = database
  const id = randomUUID()
  const pair = { familyId: id, mentorId: id, conversationId: null, canWrite: true, isOpen: true, isMasked: false }
  const owner = { bookingId: id, mentorId: id, learnerId: id, orderId: id, mode: 'online', isShared: false }
  const startsAt = new Date('2026-01-05T10:00:00Z')
  const endsAt = new Date('2026-01-05T11:00:00Z')
  const lesson = { date: '2026-01-05', startsAt, endsAt, minutes: 60 }
  expect(await publicLocationOf(db, id)).toEqual({ area: '', city: '' })
  expect(await newestRefunds(db)).toEqual([])
  expect((await deleteStalePresence(db)).numAffectedRows).toBe(0n)
  await expect(otherOfPair(db, 'family', pair)).rejects.toThrow('pair not found')
  expect(await transaction(db, (tx) => conflictAt(tx, 'learner-busy', lesson, owner))).toBeNull()
})
