import { expect, test } from 'vitest'
import { cipherFor, signerFor } from './sealed.ts'

const first = 'a secret key of at least 32 characters'
const second = 'another secret key of 32 characters'
const cipher = cipherFor([first], 'tests')

test('opens a text for its owner, purpose and key only', () => {
  const sealed = cipher.seal('account 1', 'JBSWY3DPEHPK3PXP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(cipher.open('account 1', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(() => cipher.open('account 2', sealed)).toThrow('another key or owner')
  expect(() => cipherFor([first], 'other tests').open('account 1', sealed)).toThrow()
  expect(() => cipherFor([second], 'tests').open('account 1', sealed)).toThrow()
})

test('refuses changed and shortened bytes', () => {
  const sealed = cipher.seal('account 1', 'JBSWY3DPEHPK3PXP')
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(30) ^ 1, 30)
  for (const one of [changed, sealed.subarray(0, -4), sealed.subarray(0, 27), Buffer.alloc(0)])
    expect(() => cipher.open('account 1', one), one.toString('hex')).toThrow()
})

test('seals the same text differently each time', () => {
  expect(cipher.seal('account 1', 'same')).not.toEqual(cipher.seal('account 1', 'same'))
})

test('an earlier key opens, and what it sealed is sealed again with the newest', () => {
  const sealed = cipher.seal('account 1', 'text')
  const both = cipherFor([second, first], 'tests')
  expect(both.open('account 1', sealed)).toBe('text')
  const again = both.reseal('account 1', sealed)
  if (!again) throw new Error('not sealed again')
  expect(cipherFor([second], 'tests').open('account 1', again)).toBe('text')
  expect(both.reseal('account 1', again)).toBeNull()
  expect(() => cipherFor([second], 'tests').reseal('account 1', sealed)).toThrow()
})

test('signs with the newest key and accepts the signatures of earlier ones', () => {
  const old = signerFor([first], 'tests')
  const both = signerFor([second, first], 'tests')
  expect(both.sign('text')).toEqual(signerFor([second], 'tests').sign('text'))
  expect(both.isSigned('text', old.sign('text'))).toBe(true)
  expect(signerFor([second], 'tests').isSigned('text', old.sign('text'))).toBe(false)
  expect(both.isSigned('other text', old.sign('text'))).toBe(false)
  expect(both.isSigned('text', old.sign('text').subarray(1))).toBe(false)
})
