import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraft, type Sent } from './draft.ts'
import { type KeepingStore, visitOf } from './kept-answers.ts'

const phone = '9811100001'
const tab = 'this tab'
const given = (answers: Record<string, unknown> = {}, revision = 1) => ({
  phone,
  answers: { personal: answers },
  revisions: { personal: revision },
})

function device(): KeepingStore & { all: Map<string, string> } {
  const all = new Map<string, string>()
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}
/** A server that keeps one section, as ours does. */
function server(answers: Record<string, unknown> = {}, revision = 1) {
  const kept = { answers, revision }
  const state = { isReachable: true, isLoggedIn: true }
  const send = vi.fn(async (_: string, next: Record<string, unknown>, from: number): Promise<Sent> => {
    if (!state.isReachable) return { kind: 'lost' }
    if (!state.isLoggedIn) return { kind: 'logged-out' }
    if (from !== kept.revision) return { kind: 'changed', ...kept }
    Object.assign(kept, { answers: next, revision: kept.revision + 1 })
    return { kind: 'saved', revision: kept.revision }
  })
  return { kept, state, send }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a draft in the browser', () => {
  it('goes to the server a second after the last change, once', async () => {
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

  it('is not set back by a state that was read before its last save', async () => {
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

  it('sends what was typed while the last answers were on their way', async () => {
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

  it('is sent by one at a time, however many ask for it', async () => {
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

  it('stays on the device until the server has it, and is taken up by the next visit', async () => {
    const { kept, state, send } = server({}, 1)
    const storage = device()
    const draft = createDraft(given(), send)
    draft.restore(storage, tab)
    state.isReachable = false
    draft.change('personal', { fullName: 'Asha' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.view().saving).toBe('lost')
    draft.stop()
    const later = createDraft(given(), send)
    later.restore(storage, tab)
    expect(later.view()).toMatchObject({ round: 1, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(0)
    state.isReachable = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(kept.answers).toEqual({ fullName: 'Asha' })
    expect([...storage.all]).toEqual([])
  })

  it('says Saved only when the server has everything: after a failure, a refusal, a conflict and a full device it does not', async () => {
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
    expect(draft.view()).toMatchObject({ saving: 'failed', isKept: true })
    await vi.advanceTimersByTimeAsync(5000)
    expect([draft.view().saving, kept.answers]).toEqual(['saved', { fullName: 'Asha' }])

    // A section that is refused keeps no other one from being saved, and stays unsaved.
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
    expect(draft.view().saving).toBe('unsettled')
    draft.settle('personal', 'mine')
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
    expect(draft.view()).toMatchObject({ saving: 'lost', isKept: false })
    draft.stop()
  })

  it('is kept on the device only before the phone is proven, and moves at the login', async () => {
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
    expect(draft.view()).toMatchObject({ saving: 'saved', round: 0 })
  })

  it('of two tabs asks which one stays', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const { kept, send } = server({ fullName: 'There' }, 5)
      const draft = createDraft(given({ fullName: 'Before' }, 4), send)
      draft.restore(device(), tab)
      draft.change('personal', { fullName: 'Here' })
      await vi.advanceTimersByTimeAsync(1000)
      expect(draft.view().parts.personal?.conflict).toMatchObject({ revision: 5, answers: { fullName: 'There' } })
      draft.settle('personal', choice)
      await vi.advanceTimersByTimeAsync(0)
      const wanted = { fullName: choice === 'mine' ? 'Here' : 'There' }
      expect(kept.answers).toEqual(wanted)
      expect(draft.view().parts.personal).toMatchObject({ answers: wanted, isPending: false })
      expect(draft.view().parts.personal?.conflict).toBeUndefined()
    }
  })

  it('is no conflict with what the page before a reload was still sending', async () => {
    const { kept, send } = server({}, 1)
    const storage = device()
    const before = createDraft(given(), vi.fn(send))
    before.restore(storage, tab)
    before.change('personal', { fullName: 'As' })
    before.stop()
    const draft = createDraft(given(), send)
    draft.restore(storage, tab)
    draft.change('personal', { fullName: 'Asha' })
    // Arrives late.
    await send('personal', { fullName: 'As' }, 1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(draft.view().parts.personal?.conflict).toBeUndefined()
    expect(kept.answers).toEqual({ fullName: 'Asha' })
  })

  it('knows answers whose fields the database keeps in another order', async () => {
    const { send } = server({}, 1)
    const draft = createDraft(given({ age: '30', fullName: 'Asha' }), send)
    draft.change('personal', { fullName: 'Asha', age: '30' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(send).not.toHaveBeenCalled()
  })

  it('waits on the device when the session has ended, and is nobody else’s', async () => {
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
      expect(stranger.view()).toMatchObject({ parts: {}, asks: false })
      if (page === null) stranger.change('personal', { fullName: 'Somebody else' })
    }
    // In the same page too: what is there belongs to the phone before.
    draft.adopt({ phone: '9811100002', answers: { details: { brief: 'Mine' } }, revisions: { details: 1 } })
    expect(draft.view().parts).toEqual({
      details: { answers: { brief: 'Mine' }, revision: 1, isPending: false },
    })
    state.isLoggedIn = true
    const again = createDraft(given(), send)
    again.restore(storage, 'another tab')
    expect(again.view().parts.personal).toMatchObject({ answers: { fullName: 'Asha' }, isPending: true })
  })

  it('is not taken into the draft of another phone when its answer comes late', async () => {
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

  it('takes what stands in the storage only when it is a draft', () => {
    for (const text of ['', 'null', '[]', '{"answers":', '"text"']) {
      const storage = device()
      storage.setItem('application:personal', text)
      const draft = createDraft(null, server().send)
      draft.restore(storage, tab)
      expect(draft.view().parts).toEqual({})
    }
  })
})

describe('answers that belong to nobody', () => {
  const others = { phone, answers: {}, revisions: {} }
  /** A device on which somebody wrote something without proving a phone. */
  function written(visit = 'tab of yesterday') {
    const storage = device()
    const draft = createDraft(null, server().send)
    draft.restore(storage, visit)
    draft.change('personal', { fullName: 'Asha' })
    return storage
  }

  it('of another visit are neither shown nor sent before whoever is here says that they are theirs', async () => {
    const storage = written()
    const { kept, send } = server({}, 0)
    const draft = createDraft(null, send)
    draft.restore(storage, tab)
    expect(draft.view()).toMatchObject({ asks: true, parts: {} })
    draft.adopt(others)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(draft.view()).toMatchObject({ asks: true, parts: {} })
    expect(send).not.toHaveBeenCalled()
    draft.claim(true)
    expect(draft.view()).toMatchObject({ asks: false, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toEqual({ answers: { fullName: 'Asha' }, revision: 1 })
    expect([...storage.all]).toEqual([])
  })

  it('are asked about when a phone was proven elsewhere, too', async () => {
    const { send } = server({}, 0)
    const draft = createDraft(others, send)
    draft.restore(written(), tab)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(draft.view()).toMatchObject({ asks: true, parts: {} })
    expect(send).not.toHaveBeenCalled()
  })

  it('leave the device when they are nobody’s here; what was typed meanwhile stays', async () => {
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

  it('of this visit go on over a reload, unasked; after half an hour the phone may be in other hands', async () => {
    const storage = written(tab)
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    const soon = createDraft(null, server().send)
    soon.restore(storage, tab)
    expect(soon.view()).toMatchObject({ asks: false, parts: { personal: { answers: { fullName: 'Asha' } } } })
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    const late = createDraft(null, server().send)
    late.restore(storage, tab)
    expect(late.view()).toMatchObject({ asks: true, parts: {} })
  })

  it.each(['typed here', 'claimed'])('do not replace what their owner has with us: %s', async (how) => {
    for (const choice of ['mine', 'theirs'] as const) {
      // A mentor without a draft: its answers have no revision yet.
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
      draft.settle('personal', choice)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(kept.answers).toEqual({ fullName: choice === 'mine' ? 'Asha' : 'There' })
    }
  })

  it('a tab has one visit, and a browser that keeps nothing one for each page', () => {
    const storage = device()
    expect(visitOf(storage)).toBe(visitOf(storage))
    expect(visitOf(storage)).not.toBe(visitOf(device()))
    const forbidden = {
      ...device(),
      getItem: () => {
        throw new Error('forbidden')
      },
    }
    expect(visitOf(forbidden)).toMatch(/.{20}/)
  })
})
