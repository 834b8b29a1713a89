import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationSections } from '#contract/mentors/application-rules.ts'
import { maxSectionBytes, type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import { answersOf, awkwardTexts } from '#test/answers.ts'
import { newPhone } from '#test/builders.ts'
import { sized } from '#test/rounds.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

type Case = { section: SectionName; answers: Record<string, unknown> }
const cases: fc.Arbitrary<Case> = fc.oneof(
  ...sectionNames.map((section) =>
    fc.record({ section: fc.constant(section), answers: answersOf(applicationSections[section]) }),
  ),
)
/** Cases that are always included. */
const named: Case[] = [
  ...awkwardTexts.map((text): Case => ({ section: 'personal', answers: { fullName: text, email: [text] } })),
  {
    section: 'modes',
    answers: { '': '', constructor: 1, deep: [[1], { a: null }], [awkwardTexts.join('').slice(0, 60)]: 1 },
  },
  { section: 'details', answers: { brief: 'क'.repeat(5000) } },
]

// A failure prints its seed and path; `fc.assert(…, { seed, path })` repeats the case.
test('reads any saved section back unchanged, and no other section with it', async () => {
  const one = await app.login(newPhone(), 'mentor')
  const [answers, revisions]: [Record<string, unknown>, Record<string, number>] = [{}, {}]
  let calls = 0
  const property = fc.asyncProperty(cases, async (given) => {
    fc.pre(JSON.stringify(given.answers).length <= maxSectionBytes)
    const { section } = given
    // The rate limit per minute counts by address.
    const ip = `10.1.${calls++ % 256}.1`
    const body = { answers: given.answers, revision: revisions[section] ?? 0 }
    const saved = await one.put(`/api/mentor/application/${section}`, body, { ip })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    answers[section] = given.answers
    revisions[section] = saved.body.data.revision
    const { data } = (await one.get('/api/mentor/application')).body
    expect(data.answers).toStrictEqual(answers)
    expect(data.revisions).toStrictEqual(revisions)
  })
  await fc.assert(property, { numRuns: sized(20, 100) + named.length, examples: named.map((one) => [one]) })
})
