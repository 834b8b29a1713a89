import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraft, type SaveResult } from './draft.ts'
import { type AnswerStorage, visitIdOf } from './stored-answers.ts'

const phone = '9811100001'
const tab = 'this tab'
const given = (answers: Record<string, unknown> = {}, revision = 1) => ({
  phone,
  answers: { personal: answers },
  revisions: { personal: revision },
})

function device(): AnswerStorage & { all: Map<string, string> } {
  const all = new Map<string, string>()
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}
/** A stand-in server that stores one section and checks its revision. */
function server(answers: Record<string, unknown> = {}, revision = 1) {
  const kept = { answers, revision }
  const state = { isReachable: true, isLoggedIn: true }
  const send = vi.fn(async (_: string, next: Record<string, unknown>, from: number): Promise<SaveResult> => {
    if (!state.isReachable) return { kind: 'offline' }
    if (!state.isLoggedIn) return { kind: 'logged-out' }
    if (from !== kept.revision) return { kind: 'conflict', ...kept }
    Object.assign(kept, { answers: next, revision: kept.revision + 1 })
    return { kind: 'saved', revision: kept.revision }
  })
  return { kept, state, send }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('application draft', () => {
  it('saves once, a second after the last change', async () => {
    const { kept, send } = server({}, 1)
    const draft = createDraft(given(), send)
    draft.restore(device(), tab)
    draft.change('personal', { fullName: 'A' })
    draft.change('personal', { fullName: 'As' })
    expect(draft.view().saving).toBe('saving')
    await vi.advanceTimersByTimeAsync(999)
    expect(send).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(send).toHaveBeenCalledTimes(1)
    expect(kept).toEqual({ answers: { fullName: 'As' }, revision: 2 })
    expect(draft.view().saving).toBe('saved')
    draft.change('personal', { fullName: 'As' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('keeps newer answers when an older server state is adopted', async () => {
    const { kept, send } = server({}, 1)
    const draft = createDraft(given(), send)
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(1000)
    draft.adopt(given({}, 1))
    expect(draft.view().parts.personal).toMatchObject({ answers: { fullName: 'Asha' }, revision: 2 })
    draft.adopt({ phone, answers: {}, revisions: {} } as never)
    expect(draft.view().parts.personal).toMatchObject({ revision: 2 })
    draft.change('personal', { fullName: 'Asha V' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept).toEqual({ answers: { fullName: 'Asha V' }, revision: 3 })
    expect(send).toHaveBeenCalledTimes(2)
    draft.adopt(given({ fullName: 'From elsewhere' }, 4))
    expect(draft.view().parts.personal).toMatchObject({ answers: { fullName: 'From elsewhere' }, revision: 4 })
  })

  it('sends answers typed during a save afterwards', async () => {
    const { kept, send } = server({}, 1)
    const slow = vi.fn(async (...given: Parameters<typeof send>) => {
      await new Promise((done) => setTimeout(done, 3000))
      return await send(...given)
    })
    const draft = createDraft(given(), slow)
    draft.change('personal', { fullName: 'A' })
    await vi.advanceTimersByTimeAsync(2000)
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(kept.answers).toEqual({ fullName: 'Asha' })
    expect(slow).toHaveBeenCalledTimes(2)
    expect(draft.view().saving).toBe('saved')
  })

  it('sends one request at a time for concurrent flushes', async () => {
    const { kept, send } = server({}, 1)
    const slow = vi.fn(async (...given: Parameters<typeof send>) => {
      await new Promise((done) => setTimeout(done, 500))
      return await send(...given)
    })
    const draft = createDraft(given(), slow)
    draft.change('personal', { fullName: 'A' })
    const first = [draft.flush(), draft.flush()]
    await vi.advanceTimersByTimeAsync(100)
    draft.change('personal', { fullName: 'Asha' })
    const all = Promise.all([...first, draft.flush(), draft.flush()])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await all).toEqual([true, true, true, true])
    expect(draft.view().parts.personal?.conflict).toBeUndefined()
    expect(kept).toEqual({ answers: { fullName: 'Asha' }, revision: 3 })
    expect(slow).toHaveBeenCalledTimes(2)
  })

  it('stores unsaved answers on the device and restores them on the next visit', async () => {
    const { kept, state, send } = server({}, 1)
    const storage = device()
    const draft = createDraft(given(), send)
    draft.restore(storage, tab)
    state.isReachable = false
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view().saving).toBe('offline')
    draft.stop()
    const later = createDraft(given(), send)
    later.restore(storage, tab)
    expect(later.view()).toMatchObject({ fieldsVersion: 1, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(0)
    state.isReachable = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept.answers).toEqual({ fullName: 'Asha' })
    expect([...storage.all]).toEqual([])
  })

  it('shows no saved state after a failure, a refusal, a conflict or with full storage', async () => {
    const { kept, state, send } = server({}, 1)
    const draft = createDraft(given(), send)
    draft.restore(device(), tab)
    draft.touch()
    expect(draft.view().saving).toBe('saving')
    draft.change('personal', {})
    expect(draft.view().saving).toBe('saved')

    send.mockResolvedValueOnce({ kind: 'failed' })
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view()).toMatchObject({ saving: 'failed', isStored: true })
    await vi.advanceTimersByTimeAsync(5000)
    expect([draft.view().saving, kept.answers]).toEqual(['saved', { fullName: 'Asha' }])

    // A refused section stays unsaved and does not block others.
    send.mockResolvedValueOnce({ kind: 'refused' })
    draft.change('personal', { fullName: 'A'.repeat(30_000) })
    await vi.advanceTimersByTimeAsync(1000)
    const sections = send.mock.calls.length
    send.mockResolvedValueOnce({ kind: 'saved', revision: 1 })
    draft.change('details', { brief: 'I teach.' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(send.mock.calls.slice(sections).map(([section]) => section)).toEqual(['details'])
    expect(draft.view().saving).toBe('refused')
    expect(await draft.flush()).toBe(false)
    draft.change('personal', { fullName: 'Asha V' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view().saving).toBe('saved')

    Object.assign(kept, { answers: { fullName: 'From elsewhere' }, revision: 9 })
    draft.change('personal', { fullName: 'Asha Verma' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view().saving).toBe('conflict')
    draft.resolveConflict('personal', 'mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect([draft.view().saving, kept.answers]).toEqual(['saved', { fullName: 'Asha Verma' }])

    state.isReachable = false
    const full = {
      ...device(),
      setItem: () => {
        throw new Error('full')
      },
    }
    draft.restore(full, tab)
    draft.change('personal', { fullName: 'Asha Rao' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view()).toMatchObject({ saving: 'offline', isStored: false })
    draft.stop()
  })

  it('stays on the device until the phone is verified and is sent after login', async () => {
    const { kept, send } = server({}, 0)
    const storage = device()
    const draft = createDraft(null, send)
    draft.restore(storage, tab)
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(send).not.toHaveBeenCalled()
    expect(draft.view().saving).toBe('local')
    draft.adopt({ phone, answers: {}, revisions: {} })
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.answers).toEqual({ fullName: 'Asha' })
    expect([...storage.all]).toEqual([])
    expect(draft.view()).toMatchObject({ saving: 'saved', fieldsVersion: 0 })
  })

  it('keeps the chosen version of a conflict between two tabs', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { kept, send } = server({ fullName: 'There' }, 5)
      const draft = createDraft(given({ fullName: 'Before' }, 4), send)
      draft.restore(device(), tab)
      draft.change('personal', { fullName: 'Here' })
      await vi.advanceTimersByTimeAsync(1000)
      expect(draft.view().parts.personal?.conflict).toMatchObject({ revision: 5, answers: { fullName: 'There' } })
      draft.resolveConflict('personal', choice)
      await vi.advanceTimersByTimeAsync(0)
      const wanted = { fullName: choice === 'mine' ? 'Here' : 'There' }
      expect(kept.answers).toEqual(wanted)
      expect(draft.view().parts.personal).toMatchObject({ answers: wanted, isPending: false })
      expect(draft.view().parts.personal?.conflict).toBeUndefined()
    }
  })

  it('reports no conflict with a late save of the page before a reload', async () => {
    const { kept, send } = server({}, 1)
    const storage = device()
    const before = createDraft(given(), vi.fn(send))
    before.restore(storage, tab)
    before.change('personal', { fullName: 'As' })
    before.stop()
    const draft = createDraft(given(), send)
    draft.restore(storage, tab)
    draft.change('personal', { fullName: 'Asha' })
    // The request of the page before the reload arrives late.
    await send('personal', { fullName: 'As' }, 1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(draft.view().parts.personal?.conflict).toBeUndefined()
    expect(kept.answers).toEqual({ fullName: 'Asha' })
  })

  it('sends nothing for equal answers with another field order', async () => {
    const { send } = server({}, 1)
    const draft = createDraft(given({ age: '30', fullName: 'Asha' }), send)
    draft.change('personal', { fullName: 'Asha', age: '30' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(send).not.toHaveBeenCalled()
  })

  it('keeps answers of an expired session for their owner only', async () => {
    const { state, send } = server({}, 1)
    const storage = device()
    const draft = createDraft(given(), send)
    draft.restore(storage, tab)
    state.isLoggedIn = false
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view().saving).toBe('local')
    for (const page of [{ phone: '9811100002', answers: {}, revisions: {} }, null]) {
      const stranger = createDraft(page, send)
      stranger.restore(storage, tab)
      expect(stranger.view()).toMatchObject({ parts: {}, needsClaim: false })
      if (page === null) stranger.change('personal', { fullName: 'Another person' })
    }
    // After a login with another phone on the same page, the previous owner's answers are dropped.
    draft.adopt({ phone: '9811100002', answers: { details: { brief: 'Mine' } }, revisions: { details: 1 } })
    expect(draft.view().parts).toEqual({
      details: { answers: { brief: 'Mine' }, revision: 1, isPending: false },
    })
    state.isLoggedIn = true
    const again = createDraft(given(), send)
    again.restore(storage, 'another tab')
    expect(again.view().parts.personal).toMatchObject({ answers: { fullName: 'Asha' }, isPending: true })
  })

  it('drops a late reply after another phone logged in', async () => {
    const { send } = server({}, 1)
    const slow = vi.fn(async (...given: Parameters<typeof send>) => {
      await new Promise((done) => setTimeout(done, 3000))
      return await send(...given)
    })
    const draft = createDraft(given(), slow)
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(2000)
    draft.adopt({ phone: '9811100002', answers: {}, revisions: {} })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(draft.view().parts).toEqual({})
    expect(slow).toHaveBeenCalledTimes(1)
  })

  it('ignores stored values that are not drafts', () => {
    for (const text of ['', 'null', '[]', '{"answers":', '"text"']) {
      const storage = device()
      storage.setItem('application:personal', text)
      const draft = createDraft(null, server().send)
      draft.restore(storage, tab)
      expect(draft.view().parts).toEqual({})
    }
  })
})

describe('unowned answers', () => {
  const others = { phone, answers: {}, revisions: {} }
  /** A device with answers typed before a phone was verified. */
  function written(visit = 'tab of yesterday') {
    const storage = device()
    const draft = createDraft(null, server().send)
    draft.restore(storage, visit)
    draft.change('personal', { fullName: 'Asha' })
    return storage
  }

  it('of another visit are neither shown nor sent until claimed', async () => {
    const storage = written()
    const { kept, send } = server({}, 0)
    const draft = createDraft(null, send)
    draft.restore(storage, tab)
    expect(draft.view()).toMatchObject({ needsClaim: true, parts: {} })
    draft.adopt(others)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(draft.view()).toMatchObject({ needsClaim: true, parts: {} })
    expect(send).not.toHaveBeenCalled()
    draft.claim(true)
    expect(draft.view()).toMatchObject({ needsClaim: false, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toEqual({ answers: { fullName: 'Asha' }, revision: 1 })
    expect([...storage.all]).toEqual([])
  })

  it('of another visit must be claimed by a logged-in mentor too', async () => {
    const { send } = server({}, 0)
    const draft = createDraft(others, send)
    draft.restore(written(), tab)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(draft.view()).toMatchObject({ needsClaim: true, parts: {} })
    expect(send).not.toHaveBeenCalled()
  })

  it('are removed when discarded, except those typed since', async () => {
    const storage = written()
    storage.setItem('application:details', JSON.stringify({ answers: { brief: 'I teach.' }, revision: 0 }))
    const { kept, send } = server({}, 0)
    const draft = createDraft(null, send)
    draft.restore(storage, tab)
    draft.change('personal', { fullName: 'Ravi' })
    expect(storage.all.get('application:personal')).toContain('Asha')
    draft.claim(false)
    expect([...storage.all.keys()]).toEqual(['application:personal'])
    expect(storage.all.get('application:personal')).toContain('Ravi')
    draft.adopt(others)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept.answers).toEqual({ fullName: 'Ravi' })
    expect([...storage.all]).toEqual([])
  })

  it('of this visit are restored after a reload and must be claimed after half an hour', async () => {
    const storage = written(tab)
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    const soon = createDraft(null, server().send)
    soon.restore(storage, tab)
    expect(soon.view()).toMatchObject({ needsClaim: false, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    const late = createDraft(null, server().send)
    late.restore(storage, tab)
    expect(late.view()).toMatchObject({ needsClaim: true, parts: {} })
  })

  it.each(['typed here', 'claimed'])('become a conflict with the answers their owner has saved: %s', async (how) => {
    for (const choice of ['mine', 'theirs'] as const) {
      // A mentor without a draft has answers at revision 0.
      const { kept, send } = server({ fullName: 'There' }, 0)
      const draft = createDraft(null, send)
      draft.restore(how === 'claimed' ? written() : device(), tab)
      if (how === 'typed here') draft.change('personal', { fullName: 'Asha' })
      draft.adopt(given({ fullName: 'There' }, 0))
      draft.claim(true)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(draft.view().parts.personal).toMatchObject({
        answers: { fullName: 'Asha' },
        conflict: { answers: { fullName: 'There' } },
      })
      expect(kept.answers).toEqual({ fullName: 'There' })
      draft.resolveConflict('personal', choice)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(kept.answers).toEqual({ fullName: choice === 'mine' ? 'Asha' : 'There' })
    }
  })

  it('get one visit per tab, or one per page if storage is blocked', () => {
    const storage = device()
    expect(visitIdOf(storage)).toBe(visitIdOf(storage))
    expect(visitIdOf(storage)).not.toBe(visitIdOf(device()))
    const forbidden = {
      ...device(),
      getItem: () => {
        throw new Error('forbidden')
      },
    }
    expect(visitIdOf(forbidden)).toMatch(/.{20}/)
  })
})
