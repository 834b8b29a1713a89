import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = ['docs/security.md', ...readdirSync('docs/security').map((name) => `docs/security/${name}`)]
const textOf = (page: string) => readFileSync(page, 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')

test('every requirement is met, open or does not apply', () => {
  const rows = pages.flatMap((page) => [...textOf(page).matchAll(/^\| (\d+\.\d+\.\d+)[^|]*\|[^|]*\| (\S+) \|(.*)$/gm)])
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(([, , state]) => !['met', 'n/a', 'open'].includes(state ?? '')).map(([row]) => row)).toEqual([])
  // What does not apply says why; what is met says where.
  expect(rows.filter(([, , , rest = '']) => rest.split('|')[0]?.trim() === '').map(([row]) => row)).toEqual([])
})

test('the pages about security name files that exist', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w./-]+\.(?:test\.)?tsx?)`/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
  expect([...new Set(missing)]).toEqual([])
})
