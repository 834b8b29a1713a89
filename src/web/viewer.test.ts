import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { logout } from '#contract/people/accounts.ts'
import { requireViewer } from './accounts/require-viewer.server.ts'
import { type ServerContext, serverContext, writeApi } from './api.ts'
import { loadViewer } from './viewer.ts'

const family = { _id: '0198b2f4-0000-7000-8000-000000000001', userType: 'student', name: 'Pooja', phoneEnding: '4210' }

/** A request whose session call answers with this status and body. */
function requestWith(statusCode: number, body: object) {
  const asked: string[] = []
  const context = new RouterContextProvider()
  context.set(serverContext, {
    inject: async ({ url }) => {
      asked.push(url)
      return { statusCode, headers: {}, body: JSON.stringify(body) }
    },
    headers: { cookie: '', ip: '127.0.0.1', userAgent: '', acceptLanguage: '' },
    setCookies: [],
    locale: 'en',
    theme: 'device',
    publicUrl: 'http://127.0.0.1',
    placesRevision: 0,
    nonce: undefined,
    catalogue: null,
    requestId: 'one',
    logError: () => undefined,
  } satisfies ServerContext)
  return { asked, context }
}
const page = new URL('http://127.0.0.1/dashboard/student?tab=payments')

test('reads the session once per request, and again after a write', async () => {
  const { asked, context } = requestWith(200, {
    data: { viewer: { ...family, roles: ['student'] }, unreadMessages: 0, shortlist: [] },
  })
  await Promise.all([loadViewer(context), loadViewer(context), requireViewer(context, page)])
  expect(asked).toEqual(['/api/apps/frame'])
  await writeApi(context, logout, {})
  await loadViewer(context)
  expect(asked).toHaveLength(3)
})

test('redirects visitors of a private page to the login with a return path', async () => {
  const { context } = requestWith(200, { data: { viewer: null, unreadMessages: 0, shortlist: [] } })
  const thrown = await requireViewer(context, page).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Response)
  expect((thrown as Response).headers.get('location')).toBe('/login?next=%2Fdashboard%2Fstudent%3Ftab%3Dpayments')
})

test('shows public pages without a viewer and fails private pages while sessions cannot be read', async () => {
  const { context } = requestWith(500, { code: 'internal', message: 'Broken', requestId: 'one' })
  expect(await loadViewer(context)).toBeNull()
  await expect(requireViewer(context, page)).rejects.toMatchObject({ init: { status: 500 } })
})
