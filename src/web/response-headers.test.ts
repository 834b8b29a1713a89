import { expect, test } from 'vitest'
import { addPageHeaders } from './response-headers.ts'

test('pages run scripts and load files from our own address only', () => {
  const headers = new Headers({ 'content-type': 'text/html' })
  addPageHeaders(headers, { nonce: 'n', setCookies: [] } as never, 200)
  const policy = headers.get('content-security-policy') ?? ''
  const sources = policy.split('; ').flatMap((rule) => rule.split(' ').slice(1))
  expect(
    sources.filter((one) => !/^('self'|'none'|'nonce-n'|'script'|data:|blob:|trusted-types|default)$/.test(one)),
  ).toEqual([])
})
