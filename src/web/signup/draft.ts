import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import type { Answers } from './form-answers.ts'
import { isOfVisit, type KeepingStore, type Kept, readKept, writeKept } from './kept-answers.ts'

/** Outcome of saving a section to the server. */
export type Sent =
  | { kind: 'saved'; revision: number }
  | { kind: 'changed'; revision: number; answers: Answers }
  | { kind: 'lost' | 'failed' | 'refused' | 'logged-out' }
export type Send = (section: SectionName, answers: Answers, revision: number) => Promise<Sent>

/**
 * Save state: on this device only, being sent, saved; or not saved because there is no connection, the server failed or
 * refused it, or a conflict must be resolved.
 */
export type Saving = 'local' | 'saving' | 'saved' | 'lost' | 'failed' | 'refused' | 'unsettled'
export type UploadOf = 'sending' | 'failed'
type Conflict = { revision: number; answers: Answers }
type Part = { answers: Answers; revision: number; isPending: boolean; conflict?: Conflict; isRefused?: true }
export type DraftView = {
  saving: Saving
  /** Whether unsaved answers are stored on this device. */
  isKept: boolean
  /** Uploads in progress or failed, by field. */
  uploads: Readonly<Record<string, UploadOf>>
  /** Incremented when answers come from elsewhere, so that fields are rendered again. */
  round: number
  /** The device holds unowned answers of another visit, and the user must claim or discard them. */
  asks: boolean
  parts: Readonly<Partial<Record<SectionName, Readonly<Part>>>>
}
type Given = Pick<ApplicationState, 'phone' | 'answers' | 'revisions'> | null

const delayMs = 1000
const againMs = 5000
/** Sorts object keys, because jsonb does not preserve their order. */
const ordered = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
const written = (value: unknown) => JSON.stringify(value, ordered)
export const isSame = (one: unknown, other: unknown) => written(one) === written(other)

/** Marks claimed answers as a conflict if the server has different ones for their new owner. */
const beside = (part: Part, there: Readonly<Part> | undefined): Part =>
  there && !isSame(there.answers, part.answers) ? { ...part, conflict: there } : part

/**
 * Draft of the application in this page. Unsaved answers are also stored in `storage`; until the phone is verified (`given` is
 * null) those are all answers.
 */
export function createDraft(given: Given, send: Send) {
  let view: DraftView = {
    ...{ saving: given ? 'saved' : 'local', isKept: true, uploads: {}, round: 0, asks: false },
    parts: partsOf(given),
  }
  /** Phone of the owner; unchanged when the session ends. */
  let owner = given?.phone ?? null
  let isLoggedIn = given !== null
  let storage: KeepingStore | null = null
  let visit = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = Promise.resolve()
  /** Answers sent from this page: a server version among them is not a conflict. */
  const sentHere = new Set<string>()
  const listeners = new Set<() => void>()

  const show = (next: Partial<DraftView>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const setPart = (section: SectionName, part: Part, more: Partial<DraftView> = {}) => {
    show({ parts: { ...view.parts, [section]: part }, ...more })
    keep(section, part)
  }
  const keep = (section: SectionName, { isPending, answers, revision }: Part) => {
    // Unowned answers stay untouched until they are claimed or discarded.
    if (owner === null && view.asks) return
    const mark = owner === null ? { visit, at: Date.now() } : {}
    const isKept = writeKept(storage, section, owner, isPending ? { answers, revision, ...mark } : null)
    if (isPending && isKept !== view.isKept) show({ isKept })
  }
  const keepAll = (parts: DraftView['parts']) => {
    for (const one of sectionNames) if (parts[one]?.isPending) keep(one, parts[one])
  }
  const forgetUnowned = () => {
    for (const one of sectionNames) writeKept(storage, one, null, null)
  }
  const isWaiting = (part: Readonly<Part> | undefined) => part?.isPending && !part.conflict && !part.isRefused
  const waiting = () => sectionNames.filter((one) => isWaiting(view.parts[one]))
  /** State when nothing is being sent. */
  const rest = (): Saving => {
    const parts = Object.values(view.parts)
    if (parts.some(({ isRefused }) => isRefused)) return 'refused'
    return parts.some(({ conflict }) => conflict) ? 'unsettled' : 'saved'
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    if (isLoggedIn) timer = setTimeout(flush, ms)
  }
  const take = (found: readonly [SectionName, Part][]) => {
    if (found.length === 0) return
    const parts = Object.fromEntries(found)
    show({
      parts: { ...view.parts, ...parts },
      round: view.round + 1,
      ...(isLoggedIn && { saving: 'saving' as const }),
    })
    keepAll(parts)
    later(0)
  }
  const kept = (whose: string | null) => (storage ? readKept(storage, whose) : [])
  const partOf = ({ answers, revision }: Kept): Part => ({ answers, revision, isPending: true })

  /** Restores answers the same owner left on this device; the previous page may still be sending them. */
  const takeOwn = () => {
    const found = kept(owner).filter(
      ([section, { answers }]) => !view.parts[section]?.isPending && !isSame(view.parts[section]?.answers, answers),
    )
    for (const [section, { answers }] of found) sentHere.add(`${section} ${written(answers)}`)
    take(found.map(([section, one]) => [section, partOf(one)]))
  }
  const takeUnowned = () => {
    const found = kept(null).filter(([section, { answers }]) => !isSame(view.parts[section]?.answers, answers))
    if (owner !== null) forgetUnowned()
    const there = owner === null ? {} : view.parts
    take(found.map(([section, one]) => [section, beside(partOf(one), there[section])]))
  }

  async function sendOne(section: SectionName): Promise<boolean> {
    const part = view.parts[section]
    if (!part) return true
    sentHere.add(`${section} ${written(part.answers)}`)
    const sender = owner
    const sent = await send(section, part.answers, part.revision)
    // Another phone was verified during the request.
    if (owner !== sender) return false
    const now = view.parts[section] ?? part
    switch (sent.kind) {
      case 'saved':
        setPart(section, { ...now, revision: sent.revision, isPending: !isSame(now.answers, part.answers) })
        return true
      case 'changed':
        if (sentHere.has(`${section} ${written(sent.answers)}`)) setPart(section, { ...now, revision: sent.revision })
        else setPart(section, { ...now, conflict: sent })
        return true
      case 'logged-out':
        isLoggedIn = false
        show({ saving: 'local' })
        return false
      case 'refused':
        // Other sections are still sent; this one waits for a new answer.
        if (isSame(now.answers, part.answers)) setPart(section, { ...now, isRefused: true })
        return true
      default:
        show({ saving: sent.kind })
        later(againMs)
        return false
    }
  }
  async function sendAll(): Promise<void> {
    clearTimeout(timer)
    for (let next = waiting()[0]; next && isLoggedIn; next = waiting()[0]) {
      show({ saving: 'saving' })
      if (!(await sendOne(next))) return
    }
    if (isLoggedIn) show({ saving: rest() })
  }
  /**
   * Saves pending sections and returns whether all but conflicts are saved. Runs are sequential, because two at once would send
   * the same revision and the second would be rejected.
   */
  async function flush(): Promise<boolean> {
    turn = turn.then(sendAll)
    await turn
    return isLoggedIn && waiting().length === 0 && rest() !== 'refused'
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flush,
    stop: () => clearTimeout(timer),

    /** Called on a change before the form is read, so that the draft does not show as saved. */
    touch(): void {
      if (view.saving === 'saved') show({ saving: 'saving' })
    },

    /** Sets the upload state of a field; null clears it. */
    upload(field: string, state: UploadOf | null): void {
      const { [field]: _, ...others } = view.uploads
      show({ uploads: state ? { ...others, [field]: state } : others })
    },

    /** Stores new answers of a section and schedules a save. */
    change(section: SectionName, answers: Answers): void {
      const part = view.parts[section] ?? { answers: {}, revision: 0, isPending: false }
      if (isSame(part.answers, answers)) {
        if (isLoggedIn && view.saving === 'saving' && waiting().length === 0) show({ saving: rest() })
        return
      }
      const { isRefused: _, ...plain } = part
      setPart(section, { ...plain, answers, isPending: true }, isLoggedIn ? { saving: 'saving' } : {})
      later(delayMs)
    },

    /** Restores answers stored on this device. Unowned answers of another visit have to be claimed first. */
    restore(from: KeepingStore, thisVisit: string): void {
      storage = from
      visit = thisVisit
      if (owner !== null) takeOwn()
      const unowned = kept(null).map(([, one]) => one)
      if (isOfVisit(unowned, visit)) takeUnowned()
      else if (unowned.length > 0) show({ asks: true })
    },

    /** Adopts the unowned answers of another visit, or discards them. */
    claim(isMine: boolean): void {
      if (!view.asks) return
      show({ asks: false })
      if (isMine) takeUnowned()
      else forgetUnowned()
      keepAll(view.parts)
    },

    /** Merges a newly loaded server state, after a login or a reload. */
    adopt(next: Given): void {
      isLoggedIn = next !== null
      if (!next) {
        show({ saving: 'local' })
        return
      }
      const [before, given] = [owner, partsOf(next)]
      owner = next.phone
      // A state read before the last save reached the server is older than the answers here.
      const isNewer = (one: SectionName, part: Part) => part.isPending || part.revision > (given[one]?.revision ?? 0)
      const mine = before !== null && before !== owner ? [] : sectionNames.filter((one) => view.parts[one])
      const parts = { ...given }
      for (const one of mine) {
        const part = view.parts[one]
        if (part && isNewer(one, part)) parts[one] = before === null ? beside(part, given[one]) : part
      }
      const isNew = sectionNames.some((one) => !isSame(parts[one]?.answers, view.parts[one]?.answers))
      show({ parts, round: view.round + Number(isNew) })
      if (before === null) {
        keepAll(parts)
        if (!view.asks) forgetUnowned()
      }
      if (before !== owner) takeOwn()
      show({ saving: waiting().length > 0 ? 'saving' : rest() })
      later(0)
    },

    /** Resolves the conflict of a section. */
    settle(section: SectionName, choice: 'mine' | 'theirs'): void {
      const part = view.parts[section]
      if (!part?.conflict) return
      const { revision, answers } = part.conflict
      if (choice === 'mine') setPart(section, { answers: part.answers, revision, isPending: true })
      else setPart(section, { answers, revision, isPending: false }, { round: view.round + 1 })
      later(0)
    },
  }
}
export type Draft = ReturnType<typeof createDraft>

function partsOf(given: Given): DraftView['parts'] {
  if (!given) return {}
  const names = sectionNames.filter((one) => given.answers[one])
  return Object.fromEntries(
    names.map((one) => [
      one,
      { answers: given.answers[one] ?? {}, revision: given.revisions[one] ?? 0, isPending: false },
    ]),
  )
}
