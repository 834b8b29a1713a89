import { expect, test } from 'vitest'
import { endWithCredit, moveLesson } from '#server/classes/lessons/lessons.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database.ts'

// The check is that this file compiles: an unused @ts-expect-error is itself an error.
test('functions that need a transaction reject a pool', () => {
  const refused = (pool: Db) => [
    // @ts-expect-error a pool is not a transaction
    moveLesson(pool, 'id', 'mark'),
    // @ts-expect-error a pool is no transaction
    endWithCredit(pool, { id: 'id', minutes: 60 }, 'mentor', 'cancel'),
    // @ts-expect-error a pool is no transaction
    writeJournal(pool, { kind: 'lesson', subjectId: 'id', lines: [] }),
    // @ts-expect-error a pool is not a transaction
    notify(pool, { event: 'refund-sent', phone: '', language: 'en', onceKey: '', values: {} }),
  ]
  expect(refused).toBeTypeOf('function')
})
