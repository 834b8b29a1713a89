import { expect, test } from 'vitest'
import { auditLines } from './audit-lines.server.ts'

const linesOf = (detail: Record<string, unknown>, kind = 'mentor', subject = '01890000-0000-7000-8000-000000000000') =>
  auditLines({ kind, subject, detail, names: {} }).map(
    ({ label, values }) => `${label}: ${values.map(({ text }) => text).join(', ')}`,
  )

test('names changed fields as the screens do, and shows amounts in rupees', () => {
  expect(linesOf({ amount: 4500, reason: 'Paid twice' })).toEqual(['Amount: ₹4,500', 'Reason: Paid twice'])
  expect(linesOf({ version: 3, changes: [{ field: 'adminRanking', from: 10, to: 3 }] })).toEqual([
    'Ranking (1 is first): 10 → 3',
  ])
  expect(linesOf({ changes: [{ field: 'status', from: 'verified', to: 'suspended' }] })).toEqual([
    'Status: Verified → Suspended',
  ])
})

test('names the changed fields of a setting, with rates in percent and hours as on its page', () => {
  const feeRates = { was: { commission: 1000, gst: 1800 }, is: { commission: 1200, gst: 1800 } }
  expect(linesOf(feeRates, 'setting', 'feeRates:2026-12-01')).toEqual(['Commission on the fee: 10 % → 12 %'])
  const contact = { was: { email: 'a@example.in', opensAt: 8 }, is: { email: 'b@example.in', opensAt: 9 } }
  expect(linesOf(contact, 'setting', 'contact')).toEqual([
    'Support email: a@example.in → b@example.in',
    'Opens at: 8:00\u00a0am → 9:00\u00a0am',
  ])
})

test('shortens long objects to 120 characters', () => {
  const [line = ''] = linesOf({
    filter: [{ city: 'Indore', ...Object.fromEntries(Array.from('abcdefgh', (name) => [name, 'x'.repeat(30)])) }],
  })
  expect(line).toMatch(/^Filter: City Indore, .*…$/)
  expect(line.replace('Filter: ', '')).toHaveLength(120)
})

test('shows values inside others by their names, and never as JSON', () => {
  const lines = linesOf({
    filter: [{ city: 'Indore' }],
    changes: [{ field: 'price', from: { home: 250 }, to: { home: 300 } }],
  })
  expect(lines).toEqual(['Filter: City Indore', 'Price: Home 250 → Home 300'])
  expect(lines.join()).not.toMatch(/[{}"]|object Object/)
})

test('shows keys that no screen names as words, and paise as rupees', () => {
  expect(linesOf({ somethingOld: 'x7', amount_paise: 9900 })).toEqual(['Something old: x7', 'Amount: ₹99'])
  const read = linesOf(
    { conversation: '01890000-0000-7000-8000-000056b2dc29', from: 1, until: 5, role: 'owner' },
    'case',
  )
  expect(read).toEqual(['Messages: 1 to 5', 'Role: Owner', 'Conversation: …56b2dc29'])
})
