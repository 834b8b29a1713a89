import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(`migrations/${name}`, 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex')
const released = readFileSync('migrations/released.sha256', 'utf8')
  .trim()
  .split(/\r?\n/)
  .map((line) => line.split(/\s+/))

test('released migrations stay as they are, and new ones come after them', () => {
  expect(names.slice(0, released.length).map((name) => [hashOf(name), name])).toEqual(released)
})
