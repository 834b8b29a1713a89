import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const key = 'a secret key of at least 32 characters'

test('opens a text for its owner and key only', () => {
  const sealed = seal(key, 'account 1', 'JBSWY3DPEHPK3PXP')
  expect(sealed).toMatch(/^v1\.[\w-]+$/)
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(unseal(key, 'account 1', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(() => unseal(key, 'account 2', sealed)).toThrow()
  expect(() => unseal(`${key}!`, 'account 1', sealed)).toThrow()
})

test('refuses a changed, shortened or unsealed text', () => {
  const sealed = seal(key, 'account 1', 'JBSWY3DPEHPK3PXP')
  const at = 30
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  for (const one of [changed, sealed.slice(0, -4), 'v1.', 'JBSWY3DPEHPK3PXP', sealed.replace('v1', 'v2')])
    expect(() => unseal(key, 'account 1', one), one).toThrow()
})

test('seals the same text differently each time', () => {
  expect(seal(key, 'account 1', 'same')).not.toBe(seal(key, 'account 1', 'same'))
})
