import { expect, test, vi } from 'vitest'
import { clientAction } from './log-out.ts'

test('clears unsent drafts with the session, not before', async () => {
  const stored: Record<string, string> = { 'chat:me:other:out:1': 'not sent', student: '9826014210', theme: 'dark' }
  vi.stubGlobal('localStorage', { ...stored })
  Object.defineProperty(localStorage, 'removeItem', { value: (key: string) => delete localStorage[key] })
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(clientAction({ serverAction: lost })).rejects.toThrow('Failed to fetch')
  expect(localStorage).toEqual(stored)
  const home = Response.redirect('http://127.0.0.1/')
  await expect(clientAction({ serverAction: () => Promise.reject(home) })).rejects.toBe(home)
  expect(localStorage).toEqual({ theme: 'dark' })
  vi.unstubAllGlobals()
})
