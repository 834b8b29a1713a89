import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import type { Answers } from './form-answers.ts'
import { type AnswerStorage, isFromVisit, readStored, type StoredAnswers, writeStored } from './stored-answers.ts'

/** Outcome of saving a section to the server. */
export type SaveResult =
  | { kind: 'saved'; revision: number }
  | { kind: 'conflict'; revision: number; answers: Answers }
  | { kind: 'offline' | 'failed' | 'refused' | 'logged-out' }
export type SendSection = (section: SectionName, answers: Answers, revision: number) => Promise<SaveResult>

/**
 * Save state: on this device only, being sent, saved; or not saved because there is no connection, the server failed or
 * refused it, or a conflict must be resolved.
 */
export type SaveState = 'local' | 'saving' | 'saved' | 'offline' | 'failed' | 'refused' | 'conflict'
export type UploadState = 'sending' | 'failed'
type Conflict = { revision: number; answers: Answers }
type Part = { answers: Answers; revision: number; isPending: boolean; conflict?: Conflict; isRefused?: true }
export type DraftView = {
  saving: SaveState
  /** Whether unsaved answers are stored on this device. */
  isStored: boolean
  /** Uploads in progress or failed, by field. */
  uploads: Readonly<Record<string, UploadState>>
  /** Incremented when answers come from elsewhere, so that fields are rendered again. */
  fieldsVersion: number
  /** The device holds unowned answers of another visit, and the user must claim or discard them. */
  needsClaim: boolean
  parts: Readonly<Partial<Record<SectionName, Readonly<Part>>>>
}
type SavedApplication = Pick<ApplicationState, 'phone' | 'answers' | 'revisions'> | null

const saveDelayMs = 1000
const retryMs = 5000
/** Sorts object keys, because jsonb does not preserve their order. */
const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
const serialise = (value: unknown) => JSON.stringify(value, sortKeys)
export const isEqual = (one: unknown, other: unknown) => serialise(one) === serialise(other)

/** Marks claimed answers as a conflict if the server has different ones for their new owner. */
const withConflict = (part: Part, saved: Readonly<Part> | undefined): Part =>
  saved && !isEqual(saved.answers, part.answers) ? { ...part, conflict: saved } : part

/**
 * Draft of the application in this page. Unsaved answers are also stored in `storage`; until the phone is verified (`saved` is
 * null) those are all answers.
 */
export function createDraft(saved: SavedApplication, send: SendSection) {
  let view: DraftView = {
    saving: saved ? 'saved' : 'local',
    isStored: true,
    uploads: {},
    fieldsVersion: 0,
    needsClaim: false,
    parts: partsOf(saved),
  }
  /** Phone of the owner; unchanged when the session ends. */
  let owner = saved?.phone ?? null
  let isLoggedIn = saved !== null
  let storage: AnswerStorage | null = null
  let visit = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRun = Promise.resolve()
  /** Answers sent from this page: a server version among them is not a conflict. */
  const sentVersions = new Set<string>()
  const listeners = new Set<() => void>()

  const show = (next: Partial<DraftView>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const setPart = (section: SectionName, part: Part, more: Partial<DraftView> = {}) => {
    show({ parts: { ...view.parts, [section]: part }, ...more })
    storePart(section, part)
  }
  const storePart = (section: SectionName, { isPending, answers, revision }: Part) => {
    // Unowned answers stay untouched until they are claimed or discarded.
    if (owner === null && view.needsClaim) return
    const mark = owner === null ? { visit, at: Date.now() } : {}
    const isStored = writeStored(storage, section, owner, isPending ? { answers, revision, ...mark } : null)
    if (isPending && isStored !== view.isStored) show({ isStored })
  }
  const storeAll = (parts: DraftView['parts']) => {
    for (const one of sectionNames) if (parts[one]?.isPending) storePart(one, parts[one])
  }
  const clearUnowned = () => {
    for (const one of sectionNames) writeStored(storage, one, null, null)
  }
  const isWaiting = (part: Readonly<Part> | undefined) => part?.isPending && !part.conflict && !part.isRefused
  const waiting = () => sectionNames.filter((one) => isWaiting(view.parts[one]))
  /** State when nothing is being sent. */
  const idleState = (): SaveState => {
    const parts = Object.values(view.parts)
    if (parts.some(({ isRefused }) => isRefused)) return 'refused'
    return parts.some(({ conflict }) => conflict) ? 'conflict' : 'saved'
  }
  const scheduleSave = (ms: number) => {
    clearTimeout(timer)
    if (isLoggedIn) timer = setTimeout(flush, ms)
  }
  const restoreParts = (found: readonly [SectionName, Part][]) => {
    if (found.length === 0) return
    const parts = Object.fromEntries(found)
    show({
      parts: { ...view.parts, ...parts },
      fieldsVersion: view.fieldsVersion + 1,
      ...(isLoggedIn && { saving: 'saving' as const }),
    })
    storeAll(parts)
    scheduleSave(0)
  }
  const storedFor = (whose: string | null) => (storage ? readStored(storage, whose) : [])
  const partOf = ({ answers, revision }: StoredAnswers): Part => ({ answers, revision, isPending: true })

  /** Restores answers the same owner left on this device; the previous page may still be sending them. */
  const restoreOwn = () => {
    const found = storedFor(owner).filter(
      ([section, { answers }]) => !view.parts[section]?.isPending && !isEqual(view.parts[section]?.answers, answers),
    )
    for (const [section, { answers }] of found) sentVersions.add(`${section} ${serialise(answers)}`)
    restoreParts(found.map(([section, one]) => [section, partOf(one)]))
  }
  const restoreUnowned = () => {
    const found = storedFor(null).filter(([section, { answers }]) => !isEqual(view.parts[section]?.answers, answers))
    if (owner !== null) clearUnowned()
    const savedParts = owner === null ? {} : view.parts
    restoreParts(found.map(([section, one]) => [section, withConflict(partOf(one), savedParts[section])]))
  }

  async function saveSection(section: SectionName): Promise<boolean> {
    const part = view.parts[section]
    if (!part) return true
    sentVersions.add(`${section} ${serialise(part.answers)}`)
    const sender = owner
    const result = await send(section, part.answers, part.revision)
    // Another phone was verified during the request.
    if (owner !== sender) return false
    const now = view.parts[section] ?? part
    switch (result.kind) {
      case 'saved':
        setPart(section, { ...now, revision: result.revision, isPending: !isEqual(now.answers, part.answers) })
        return true
      case 'conflict':
        if (sentVersions.has(`${section} ${serialise(result.answers)}`))
          setPart(section, { ...now, revision: result.revision })
        else setPart(section, { ...now, conflict: result })
        return true
      case 'logged-out':
        isLoggedIn = false
        show({ saving: 'local' })
        return false
      case 'refused':
        // Other sections are still sent; this one waits for a new answer.
        if (isEqual(now.answers, part.answers)) setPart(section, { ...now, isRefused: true })
        return true
      default:
        show({ saving: result.kind })
        scheduleSave(retryMs)
        return false
    }
  }
  async function saveAll(): Promise<void> {
    clearTimeout(timer)
    for (let next = waiting()[0]; next && isLoggedIn; next = waiting()[0]) {
      show({ saving: 'saving' })
      if (!(await saveSection(next))) return
    }
    if (isLoggedIn) show({ saving: idleState() })
  }
  /**
   * Saves pending sections and returns whether all but conflicts are saved. Runs are sequential, because two at once would send
   * the same revision and the second would be rejected.
   */
  async function flush(): Promise<boolean> {
    lastRun = lastRun.then(saveAll)
    await lastRun
    return isLoggedIn && waiting().length === 0 && idleState() !== 'refused'
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
    setUpload(field: string, state: UploadState | null): void {
      const { [field]: _, ...others } = view.uploads
      show({ uploads: state ? { ...others, [field]: state } : others })
    },

    /** Stores new answers of a section and schedules a save. */
    change(section: SectionName, answers: Answers): void {
      const part = view.parts[section] ?? { answers: {}, revision: 0, isPending: false }
      if (isEqual(part.answers, answers)) {
        if (isLoggedIn && view.saving === 'saving' && waiting().length === 0) show({ saving: idleState() })
        return
      }
      const { isRefused: _, ...plain } = part
      setPart(section, { ...plain, answers, isPending: true }, isLoggedIn ? { saving: 'saving' } : {})
      scheduleSave(saveDelayMs)
    },

    /** Restores answers stored on this device. Unowned answers of another visit have to be claimed first. */
    restore(from: AnswerStorage, thisVisit: string): void {
      storage = from
      visit = thisVisit
      if (owner !== null) restoreOwn()
      const unowned = storedFor(null).map(([, one]) => one)
      if (isFromVisit(unowned, visit)) restoreUnowned()
      else if (unowned.length > 0) show({ needsClaim: true })
    },

    /** Adopts the unowned answers of another visit, or discards them. */
    claim(isMine: boolean): void {
      if (!view.needsClaim) return
      show({ needsClaim: false })
      if (isMine) restoreUnowned()
      else clearUnowned()
      storeAll(view.parts)
    },

    /** Merges a newly loaded server state, after a login or a reload. */
    adopt(next: SavedApplication): void {
      isLoggedIn = next !== null
      if (!next) {
        show({ saving: 'local' })
        return
      }
      const before = owner
      const savedParts = partsOf(next)
      owner = next.phone
      // A state read before the last save reached the server is older than the answers here.
      const isNewer = (one: SectionName, part: Part) =>
        part.isPending || part.revision > (savedParts[one]?.revision ?? 0)
      const mine = before !== null && before !== owner ? [] : sectionNames.filter((one) => view.parts[one])
      const parts = { ...savedParts }
      for (const one of mine) {
        const part = view.parts[one]
        if (part && isNewer(one, part)) parts[one] = before === null ? withConflict(part, savedParts[one]) : part
      }
      const isNew = sectionNames.some((one) => !isEqual(parts[one]?.answers, view.parts[one]?.answers))
      show({ parts, fieldsVersion: view.fieldsVersion + Number(isNew) })
      if (before === null) {
        storeAll(parts)
        if (!view.needsClaim) clearUnowned()
      }
      if (before !== owner) restoreOwn()
      show({ saving: waiting().length > 0 ? 'saving' : idleState() })
      scheduleSave(0)
    },

    /** Resolves the conflict of a section. */
    resolveConflict(section: SectionName, choice: 'mine' | 'theirs'): void {
      const part = view.parts[section]
      if (!part?.conflict) return
      const { revision, answers } = part.conflict
      if (choice === 'mine') setPart(section, { answers: part.answers, revision, isPending: true })
      else setPart(section, { answers, revision, isPending: false }, { fieldsVersion: view.fieldsVersion + 1 })
      scheduleSave(0)
    },
  }
}
export type Draft = ReturnType<typeof createDraft>

function partsOf(saved: SavedApplication): DraftView['parts'] {
  if (!saved) return {}
  const names = sectionNames.filter((one) => saved.answers[one])
  return Object.fromEntries(
    names.map((one) => [
      one,
      { answers: saved.answers[one] ?? {}, revision: saved.revisions[one] ?? 0, isPending: false },
    ]),
  )
}
