import { expect, test } from 'vitest'
import { endWithCredit, moveLesson } from '#server/classes/lessons/lessons.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { notify } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database.ts'

// What is checked is that this file compiles: each comment is an error of its own once its line is none.
test('what needs a transaction does not take a pool', () => {
  const refused = (pool: Db) => [
    // @ts-expect-error a pool is no transaction
    moveLesson(pool, 'id', 'mark'),
    // @ts-expect-error a pool is no transaction
    endWithCredit(pool, { id: 'id', minutes: 60 }, 'mentor', 'cancel'),
    // @ts-expect-error a pool is no transaction
    writeJournal(pool, { kind: 'lesson', subjectId: 'id', lines: [] }),
    // @ts-expect-error a pool is no transaction
    notify(pool, { event: 'refund-sent', phone: '', language: 'en', onceKey: '', values: {} }),
  ]
  expect(refused).toBeTypeOf('function')
})
