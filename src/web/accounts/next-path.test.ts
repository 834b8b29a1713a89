import { describe, expect, it } from 'vitest'
import { nextPath } from './next-path.ts'

describe('the path to open after a login', () => {
  it("is a page of this site in the reader's language", () => {
    expect(nextPath('/payment-status?order_id=1', 'hi')).toBe('/hi/payment-status?order_id=1')
    expect(nextPath('/hi/mentors?class=10#list', 'en')).toBe('/mentors?class=10#list')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/hi//evil.example',
    '/hi/\\evil.example',
    'javascript:alert(1)',
    'mentors',
    '',
    null,
  ])('is never another site: %j', (wanted) => {
    expect(nextPath(wanted, 'en')).toBeNull()
  })

  it.each(['/login', '/hi/login?next=/login', '/logout', '/admin/login'])(
    'is never a page that sends away again: %s',
    (wanted) => {
      expect(nextPath(wanted, 'en')).toBeNull()
    },
  )
})
