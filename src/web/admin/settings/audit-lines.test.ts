import { expect, test } from 'vitest'
import { auditLines } from './audit-lines.server.ts'

/** Lines as text; `isRaw` ones with a mark. */
const linesOf = (detail: Record<string, unknown>, kind = 'mentor') =>
  auditLines({ kind, subject: '01890000-0000-7000-8000-000000000000', detail, names: {} }).map(
    ({ label, values, isRaw }) => `${isRaw ? 'raw ' : ''}${label}: ${values.map(({ text }) => text).join(', ')}`,
  )

test('names changed fields as the screens do, and shows amounts in rupees', () => {
  expect(linesOf({ amount: 4500, reason: 'Paid twice' })).toEqual(['Amount: ₹4,500', 'Reason: Paid twice'])
  expect(linesOf({ version: 3, changes: [{ field: 'adminRanking', from: 10, to: 3 }] })).toEqual([
    'Ranking (1 is first): 10 → 3',
  ])
  expect(linesOf({ changes: [{ field: 'status', from: 'verified', to: 'suspended' }] })).toEqual([
    'Status: Verified → Suspended',
  ])
  const feeRates = { was: { commission: 1000 }, is: { commission: 1200 } }
  expect(linesOf(feeRates, 'setting')).not.toEqual([])
})

test('shows values inside others by their names, and never as JSON', () => {
  const lines = linesOf({
    filter: [{ city: 'Indore' }],
    changes: [{ field: 'price', from: { home: 250 }, to: { home: 300 } }],
  })
  expect(lines).toEqual(['Filter: City Indore', 'raw price: home 250 → home 300'])
  expect(lines.join()).not.toMatch(/[{}"]|object Object/)
})

test('marks keys that no screen names', () => {
  expect(linesOf({ somethingOld: 'x7' })).toEqual(['raw somethingOld: x7'])
  const read = linesOf(
    { conversation: '01890000-0000-7000-8000-000056b2dc29', from: 1, until: 5, role: 'owner' },
    'case',
  )
  expect(read).toEqual(['Messages: 1 to 5', 'Role: Owner', 'raw conversation: …56b2dc29'])
})
