import { expect, test } from 'vitest'
import { concernText } from '../changes/changes.server.ts'
import { formResult } from './form-result.ts'

const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
/** Endpoints of disputes and reviews also reply with a number and a time. */
const reply = {
  ok: true,
  data: { data: { number: 'CASE-2026-000123', answerBy: '2026-11-25T12:00:00.000Z' } },
} as const

test.each([
  ['concern', 'CASE-2026-000123'],
  ['withdraw', undefined],
  ['report', undefined],
])('%s has words of its own only if it is a safety concern', (intent, number) => {
  const form = formOf({ intent })
  const result = formResult(form, reply, '/dashboard/student', concernText(form, reply))
  expect(result).toMatchObject({ ok: true, intent })
  const { message } = result as { message?: string }
  if (number) expect(message).toContain(number)
  else expect(message).toBeUndefined()
})

test.each([
  ['concern', undefined, 'concern'],
  ['withdraw', undefined, 'withdraw'],
  ['schedule', { text: 'Sent', done: 'asked' } as const, 'asked'],
])('without scripts %s leads to its own words', (intent, success, done) => {
  const form = formOf({ intent, plain: '1' })
  const result = formResult(form, reply, '/dashboard/student', success ?? concernText(form, reply))
  expect(result).toBeInstanceOf(Response)
  expect((result as Response).headers.get('location')).toBe(`/dashboard/student?done=${done}`)
})
