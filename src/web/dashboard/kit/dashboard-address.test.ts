import { expect, test } from 'vitest'
import { addressAfter } from './dashboard-address.ts'

test.each([
  ['/hi/dashboard/student?tab=payments', '/dashboard/student?tab=payments'],
  ['/dashboard/mentor?tab=money&attend=42&done=note', '/dashboard/mentor?tab=money'],
  ['/dashboard/student?cancel=7', '/dashboard/student'],
])('a form sent from %s without scripts returns to %s', (from, to) => {
  expect(addressAfter(new Request(`https://mentorsetu.example${from}`))).toBe(to)
})
