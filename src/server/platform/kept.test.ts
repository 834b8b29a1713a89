import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { notifyChange } from './changes.ts'
import { type About, aboutPlaces, createKept } from './kept.ts'

let database: TestDatabase
const kept = createKept()
const numbers = kept.of<number>('number', () => 1)
let stop: () => Promise<void>
let made: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  stop = kept.listen(database.url)
  await vi.waitFor(() => expect(kept.isListening()).toBe(true), 10_000)
})
afterAll(async () => {
  await stop()
  await database.drop()
})

const ask = (question: string, about: About = null) =>
  numbers.answer(question, async () => {
    made.push(question)
    return { value: made.length, about }
  })
/** Tells of a change and waits until it has arrived. */
async function change(text: string): Promise<void> {
  const before = kept.changes()
  await notifyChange(database.db, 'public_pages', text)
  await expect.poll(() => kept.changes()).toBeGreaterThan(before)
  made = []
}

test('answers a question once until a place of its mentors changes', async () => {
  const all = () => Promise.all([ask('Indore', [7]), ask('Bhopal', [8]), ask('both', [7, 8]), ask('anywhere', null)])
  const first = await all()
  expect(await all()).toEqual(first)
  await change(aboutPlaces([7, 9, 7]))
  await all()
  expect(made).toEqual(['Indore', 'both', 'anywhere'])
  await change(aboutPlaces([]))
  await all()
  expect(made).toEqual(['Indore', 'Bhopal', 'both', 'anywhere'])
  const many = aboutPlaces(Array.from({ length: 2_000 }, (_, i) => 2_000_000 + i))
  await change(many)
  await all()
  expect(made).toHaveLength(4)
})

test('shares work of equal questions, and fails all of them together', async () => {
  let begun = 0
  const slow = () => numbers.answer('slow', async () => ({ value: ++begun, about: null }))
  expect(await Promise.all([slow(), slow(), slow()])).toEqual([1, 1, 1])
  const broken = () =>
    numbers.answer('broken', async () => {
      begun += 1
      throw new Error('broken')
    })
  const replies = await Promise.allSettled([broken(), broken()])
  expect(replies.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(begun).toBe(2)
})

test('does not keep an answer that a change overtook, nor one without bytes', async () => {
  let finish = (_: { value: number; about: About }) => {}
  const late = numbers.answer('late', () => new Promise((done) => (finish = done)))
  await change(aboutPlaces([1]))
  finish({ value: 1, about: [2] })
  expect(await late).toBe(1)
  expect(await ask('late', [2])).toBe(1)
  expect(made).toEqual(['late'])
  const unkept = kept.of<string>('unkept', () => 0)
  expect(await unkept.answer('a', async () => ({ value: 'first', about: null }))).toBe('first')
  expect(await unkept.answer('a', async () => ({ value: 'second', about: null }))).toBe('second')
})

test('stays within 48 MB and 20,000 answers, and other answers leave the pages', async () => {
  await change('')
  const [pages, lists] = ['page', 'list'].map((kind) => kept.of<string>(kind, () => 1_000_000))
  const fill = async (answers: typeof pages) => {
    for (let i = 0; i < 60; i++) await answers?.answer(`${i}`, async () => ({ value: '', about: null }))
  }
  await fill(pages)
  const { answers } = kept.size()
  expect(answers).toBe(33)
  await fill(lists)
  expect(kept.size().answers).toBe(answers + 16)
  for (let i = 0; i < 21_000; i++) await ask(`n${i}`)
  expect(kept.size().answers).toBeLessThanOrEqual(20_000 + answers)
  expect(kept.size().bytes).toBeLessThanOrEqual(48 * 1024 * 1024)
  let isMade = false
  await pages?.answer('59', async () => {
    isMade = true
    return { value: '', about: null }
  })
  expect(isMade).toBe(false)
})

test('keeps nothing before it follows changes', async () => {
  const deaf = createKept()
  const answers = deaf.of<string>('text', () => 1)
  for (const value of ['first', 'second'])
    expect(await answers.answer('a', async () => ({ value, about: null }))).toBe(value)
  expect(deaf.size()).toEqual({ bytes: 0, answers: 0 })
})
