import { type SectionName, sectionNames } from '#contract/application-sections.ts'
import type { ApplicationState } from '#contract/applications.ts'
import type { Answers } from './form-answers.ts'

/** What became of a section that was sent to the server. */
export type Sent =
  | { kind: 'saved'; revision: number }
  | { kind: 'changed'; revision: number; answers: Answers }
  | { kind: 'lost' | 'refused' | 'logged-out' }
type Send = (section: SectionName, answers: Answers, revision: number) => Promise<Sent>
export type KeepingStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where the draft is: on this device only, on its way, with the server; or why it cannot go there. */
export type Saving = 'local' | 'saving' | 'saved' | 'lost' | 'refused'
type Conflict = { revision: number; answers: Answers }
type Part = { answers: Answers; revision: number; isPending: boolean; conflict?: Conflict }
export type DraftView = {
  saving: Saving
  /** Grows when answers came from somewhere else, so that fields are filled anew. */
  round: number
  parts: Readonly<Partial<Record<SectionName, Readonly<Part>>>>
}
type Given = Pick<ApplicationState, 'phone' | 'answers' | 'revisions'> | null

const delayMs = 1000
const againMs = 5000
/** A logout takes everything under this name off the device. */
const keyOf = (section: SectionName) => `application:${section}`
/** The database keeps fields in an order of its own. */
const ordered = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
const written = (value: unknown) => JSON.stringify(value, ordered)
export const isSame = (one: unknown, other: unknown) => written(one) === written(other)

/**
 * The draft as this page holds it. What the server does not have yet is also kept in `storage`, until it has it; before
 * the phone is proven (`given` is null) that is everything.
 */
export function createDraft(given: Given, send: Send) {
  let view: DraftView = { saving: given ? 'saved' : 'local', round: 0, parts: partsOf(given) }
  let owner = given?.phone ?? null
  let storage: KeepingStore | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = Promise.resolve()
  /** Answers that went out from here: what the server has of them is no other's. */
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
    try {
      if (isPending) storage?.setItem(keyOf(section), JSON.stringify({ owner, answers, revision }))
      else storage?.removeItem(keyOf(section))
    } catch {
      // Forbidden or full: the server's copy is then the only one.
    }
  }
  const waiting = () => sectionNames.filter((one) => view.parts[one]?.isPending && !view.parts[one]?.conflict)
  const later = (ms: number) => {
    clearTimeout(timer)
    if (owner !== null) timer = setTimeout(flush, ms)
  }

  async function sendOne(section: SectionName): Promise<boolean> {
    const part = view.parts[section]
    if (!part) return true
    sentHere.add(`${section} ${written(part.answers)}`)
    const sent = await send(section, part.answers, part.revision)
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
        owner = null
        show({ saving: 'local' })
        return false
      default:
        show({ saving: sent.kind })
        if (sent.kind === 'lost') later(againMs)
        return false
    }
  }
  async function sendAll(): Promise<void> {
    clearTimeout(timer)
    for (let next = waiting()[0]; next && owner !== null; next = waiting()[0]) {
      show({ saving: 'saving' })
      if (!(await sendOne(next))) return
    }
    if (owner !== null) show({ saving: 'saved' })
  }
  /**
   * Sends what waits; answers whether the server now has everything that is no conflict. One after the other: two at once
   * would start from one revision, and the second be refused.
   */
  async function flush(): Promise<boolean> {
    turn = turn.then(sendAll)
    await turn
    return owner !== null && waiting().length === 0
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flush,
    stop: () => clearTimeout(timer),

    /** New answers from the fields. */
    change(section: SectionName, answers: Answers): void {
      const part = view.parts[section] ?? { answers: {}, revision: 0, isPending: false }
      if (isSame(part.answers, answers)) return
      setPart(section, { ...part, answers, isPending: true }, owner === null ? {} : { saving: 'saving' })
      later(delayMs)
    },

    /** Takes up what an earlier visit left on this device, unless somebody else left it. */
    restore(from: KeepingStore): void {
      storage = from
      const found: [SectionName, Part][] = []
      for (const section of sectionNames) {
        const kept = readKept(from, section)
        if (!kept || (kept.owner !== null && owner !== null && kept.owner !== owner)) continue
        const now = view.parts[section]
        if (now?.isPending || isSame(now?.answers, kept.answers)) continue
        // The page before may still be sending it.
        sentHere.add(`${section} ${written(kept.answers)}`)
        found.push([section, { answers: kept.answers, revision: kept.revision, isPending: true }])
      }
      if (found.length === 0) return
      show({ parts: { ...view.parts, ...Object.fromEntries(found) }, round: view.round + 1 })
      later(0)
    },

    /** The server's state, read again: after a login, or after it was changed there. */
    adopt(next: Given): void {
      if (!next) {
        owner = null
        return
      }
      const isOther = owner !== null && owner !== next.phone
      owner = next.phone
      const given = partsOf(next)
      // A state that was read before our last save arrived there is older than what is here.
      const isNewer = (one: SectionName, part: Part) => part.isPending || part.revision > (given[one]?.revision ?? 0)
      const mine = isOther
        ? []
        : sectionNames.flatMap((one) => {
            const part = view.parts[one]
            return part && isNewer(one, part) ? [[one, part] as const] : []
          })
      const parts = { ...given, ...Object.fromEntries(mine) }
      const isNew = sectionNames.some((one) => !isSame(parts[one]?.answers, view.parts[one]?.answers))
      show({ parts, round: view.round + Number(isNew) })
      show({ saving: waiting().length > 0 ? 'saving' : 'saved' })
      later(0)
    },

    /** Two saved the same part: `mine` stays, or `theirs` takes its place. */
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

type Kept = { owner: string | null; answers: Answers; revision: number }
function readKept(storage: KeepingStore, section: SectionName): Kept | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(section)) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'answers' in kept && 'revision' in kept
    return isKept ? (kept as Kept) : null // true: nobody else writes under this key
  } catch {
    return null
  }
}

/** Sends a section from the browser; outlives a page that is being left. */
export const sendSection: Send = async (section, answers, revision) => {
  try {
    const reply = await fetch(`/api/mentor/application/${section}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers, revision }),
      keepalive: true,
    })
    const body = await reply.json()
    if (reply.ok) return { kind: 'saved', revision: body.data.revision }
    if (body.code === 'draft-changed') return { kind: 'changed', ...body.details }
    if (reply.status === 401 || reply.status === 403) return { kind: 'logged-out' }
    return { kind: reply.status < 500 && reply.status !== 429 ? 'refused' : 'lost' }
  } catch {
    return { kind: 'lost' }
  }
}

/** Whether an earlier visit left something on this device. */
export const hasKeptDraft = (storage: KeepingStore): boolean =>
  sectionNames.some((section) => readKept(storage, section) !== null)
