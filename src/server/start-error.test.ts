import { expect, test } from 'vitest'
import { diskAdvice } from './start-error.ts'

test.each([
  ["EROFS: read-only file system, chmod '/srv/data'", 'mount it writable'],
  ['could not write lock file "postmaster.pid": No space left on device', 'The disk is full'],
  ["EACCES: permission denied, open '/srv/data/secret-key'", 'Start as the user'],
])('says what to do about %s', (message, words) => {
  expect(diskAdvice(message)).toContain(words)
})

test('says nothing about other failures', () => {
  expect(diskAdvice('PORT 3000 is in use by another program')).toBe('')
})
