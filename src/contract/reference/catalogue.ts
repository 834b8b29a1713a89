/**
 * The catalogue: levels, grades, subjects, boards and teaching modes. It does not import zod, which keeps browser bundles
 * small. All but the modes come from catalogue-data.ts with the changes of admins applied. Changes fill them in place, so
 * values derived from them belong in `derivedFromCatalogue`.
 */

export * from './class-modes.ts'

import { type CatalogueEntry, type CatalogueKind, onCatalogueChange } from './catalogue-changes.ts'
import {
  builtInAliases,
  builtInBoards,
  builtInClassSubjects,
  builtInGradeNames,
  builtInHome,
  builtInLevelNames,
  builtInLevels,
  builtInSubjects,
  type Grade,
  type Subject,
} from './catalogue-data.ts'
import { builtIn, normaliseWord, refill, resolveEntry, withChanges } from './catalogue-entries.ts'

// The types list the built-in keys only; entries added by admins have other keys at run time.
export type { Grade, Subject } from './catalogue-data.ts'
export type Level = keyof typeof builtInLevels
type Language = 'en' | 'hi'
type Names = readonly [en: string, hi: string]
type Kind = Exclude<CatalogueKind, 'degree'>

/** Names of a school grade key, such as "Classes 7 to 8" or "Class 11". */
function classNames(key: string): Names {
  const [, from = '', to] = /^class-(\d+)(?:-(\d+))?$/.exec(key) ?? []
  return to ? [`Classes ${from} to ${to}`, `कक्षा ${from} से ${to}`] : [`Class ${from}`, `कक्षा ${from}`]
}

/** The catalogue of a new installation. */
export const builtInCatalogue: Record<Kind, readonly CatalogueEntry[]> = {
  subject: Object.entries(builtInSubjects).map(([key, names], i) =>
    builtIn('subject', key, names, i, { aliases: builtInAliases[key as Subject] ?? [], isHome: i < builtInHome }),
  ),
  level: Object.entries(builtInLevelNames).map(([key, names], i) => builtIn('level', key, names, i)),
  grade: Object.entries(builtInLevels).flatMap(([parent, keys]) =>
    Object.entries<readonly Subject[]>(keys).map(([key, list], i) =>
      builtIn('grade', key, builtInGradeNames[key as Grade] ?? classNames(key), i, { parent, subjects: list }),
    ),
  ),
  board: Object.entries(builtInBoards).map(([key, { en, hi, aliases }], i) =>
    builtIn('board', key, [en, hi], i, { aliases }),
  ),
}
/** Order of levels in lists of classes, exams and degrees: the most requested first. */
const firstLevels = ['school', 'competitive', 'graduation', 'postgraduation']

/** Every subject by slug, including hidden, merged and removed ones; `subjectSlugs` lists those to choose from. */
export const subjects = {} as Record<Subject, Names>
/** Subjects to choose from, in order. */
export const subjectSlugs: Subject[] = []
/** Subjects on the home page, in order. */
export const homeSubjects: Subject[] = []
/** Teaching-preference catalogue: level, grade key, subjects. Includes hidden entries, see `isOffered`. */
export const levels = {} as Record<Level, Record<string, readonly Subject[]>>
/** What a learner can study for: class 1 to 12, an exam or a degree. */
export const grades: Grade[] = []
/** Grades to choose from. */
export const offeredGrades: Grade[] = []
/** Boards, by the key stored with mentors and learners. */
export const boards: string[] = []
/** Boards to choose from. */
export const offeredBoards: string[] = []

let entries = builtInCatalogue
let subjectByWord = new Map<string, Subject>()
let offered = new Set<string>()

const isShown = ({ state, into }: CatalogueEntry) => state === 'shown' && into === null
const isActive = ({ state, into }: CatalogueEntry) => state !== 'removed' && into === null
const expand = (key: string): Grade[] => {
  const range = /^class-(\d+)(?:-(\d+))?$/.exec(key)
  if (!range) return [key as Grade] // true: the other keys are grades
  const from = Number(range[1])
  const to = Number(range[2] ?? range[1])
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i) as Grade) // true: keys name classes 1 to 12
}

const resolveSubject = (slug: string): Subject | null =>
  (resolveEntry(entries.subject, slug)?.key as Subject | undefined) ?? null // true: a key of the catalogue

/** Subjects of a grade key, with merged ones replaced by their target and removed ones omitted. */
const taughtIn = (entry: CatalogueEntry): Subject[] => [
  ...new Set(entry.subjects.flatMap((slug) => resolveSubject(slug) ?? [])),
]

function fill(changed: readonly CatalogueEntry[]): void {
  const of = (kind: Kind) => withChanges(kind, builtInCatalogue[kind], changed)
  entries = { subject: of('subject'), level: of('level'), grade: of('grade'), board: of('board') }
  const keys = <T extends string>(from: readonly CatalogueEntry[]) => from.map(({ key }) => key as T) // true: see T at each call
  offered = new Set(
    Object.values(entries).flatMap((list) => list.filter(isShown).map(({ kind, key }) => `${kind} ${key}`)),
  )
  for (const key of Object.keys(subjects)) delete (subjects as Record<string, Names>)[key]
  Object.assign(subjects, Object.fromEntries(entries.subject.map(({ key, en, hi }) => [key, [en, hi]])))
  refill(subjectSlugs, keys<Subject>(entries.subject.filter(isShown)))
  refill(homeSubjects, keys<Subject>(entries.subject.filter((entry) => entry.isHome && isShown(entry))))
  const active = entries.subject.filter(isActive)
  // Names win over aliases, and earlier entries over later ones.
  const words = [
    ...active.flatMap((entry) => [entry.en, entry.hi].map((word) => [word, entry.key])),
    ...active.flatMap((entry) => entry.aliases.map((word) => [word, entry.key])),
  ]
  subjectByWord = new Map(words.reverse().map(([word = '', key]) => [normaliseWord(word), key as Subject]))

  const grouped = entries.level.filter(isActive).map(({ key }) => {
    const list = entries.grade.filter((entry) => entry.parent === key && isActive(entry))
    return [key, Object.fromEntries(list.map((entry) => [entry.key, taughtIn(entry)]))] as const
  })
  for (const key of Object.keys(levels)) delete (levels as Record<string, unknown>)[key]
  Object.assign(levels, Object.fromEntries(grouped))
  const rank = ({ parent }: CatalogueEntry) => (firstLevels.indexOf(parent) + 99) % 99
  const inOrder = entries.grade.filter(isActive).sort((a, b) => rank(a) - rank(b))
  const single = (list: CatalogueEntry[]) => [...new Set(list.flatMap(({ key }) => expand(key)))]
  refill(grades, single(inOrder))
  refill(offeredGrades, single(inOrder.filter((entry) => isShown(entry) && isOffered('level', entry.parent))))
  refill(boards, keys<string>(entries.board.filter(isActive)))
  refill(offeredBoards, keys<string>(entries.board.filter(isShown)))
}

/** Every entry of a kind in order, including hidden, merged and removed ones. */
export const catalogueEntries = (kind: Kind): readonly CatalogueEntry[] => entries[kind]

/** Whether an entry can be chosen: it is not hidden, merged or removed. */
export const isOffered = (kind: Kind, key: string): boolean => offered.has(`${kind} ${key}`)

/** The name of a subject, such as "Physics" or "भौतिकी". */
export const subjectName = (slug: Subject, language: Language): string =>
  (subjects[slug] ?? [slug, slug])[language === 'hi' ? 1 : 0]

/** Every subject, including those no longer offered, because older bookings may refer to them. */
export const everySubject = (): Subject[] => entries.subject.map(({ key }) => key as Subject) // true: keys of the catalogue

/** Names and aliases of a subject. */
export const subjectWords = (slug: Subject): readonly string[] => {
  const entry = entries.subject.find(({ key }) => key === slug)
  return entry ? [entry.en, entry.hi, ...entry.aliases] : []
}

/** The subject with a slug, an English or Hindi name, or an alias; null if there is none. */
export function subjectFrom(text: string): Subject | null {
  const word = normaliseWord(text)
  return resolveSubject(word) ?? subjectByWord.get(word) ?? null
}

/** A subject's name in the reader's language, from any of its names; unknown names are returned unchanged. */
export function subjectIn(name: string, language: Language): string {
  const slug = subjectFrom(name)
  return slug ? subjectName(slug, language) : name
}

const nameIn = (kind: Kind, key: string, language: Language): string | undefined =>
  entries[kind].find((entry) => entry.key === key)?.[language]

/** The name of a grade, such as "Class 8", "कक्षा 8", "JEE" or "B.Com.". */
export function gradeName(grade: Grade, language: Language): string {
  return nameIn('grade', grade, language) ?? (language === 'hi' ? `कक्षा ${grade}` : `Class ${grade}`)
}

/** The name of a grade key, such as "Classes 7 to 8" or "JEE". */
export const gradeKeyName = (key: string, language: Language): string => nameIn('grade', key, language) ?? key
export const levelName = (level: string, language: Language): string => nameIn('level', level, language) ?? level
/** The name of a board in the reader's language; unknown boards are returned unchanged. */
export const boardName = (board: string, language: Language): string => nameIn('board', board, language) ?? board

/** The key of the board with a key, name or alias: the target if it was merged, null if there is none. */
export function boardFrom(text: string): string | null {
  const word = normaliseWord(text)
  const matches = entries.board.filter(({ key, en, hi, aliases }) =>
    [key, en, hi, ...aliases].some((name) => normaliseWord(name) === word),
  )
  return matches.map(({ key }) => resolveEntry(entries.board, key)?.key).find(Boolean) ?? null
}

/** The grades of a grade key: class-7-8 covers 7 and 8. */
export function gradesOfKey(key: string): Grade[] {
  return expand(key).filter((grade) => grades.includes(grade))
}

const keysOf = (grade: Grade): [key: string, list: readonly Subject[]][] =>
  Object.values(levels).flatMap((keys) => Object.entries(keys).filter(([key]) => gradesOfKey(key).includes(grade)))

/** Offered subjects that can be taught in a grade, in catalogue order. */
export const subjectsTaughtIn = (grade: Grade): Subject[] => [
  ...new Set(keysOf(grade).flatMap(([, list]) => list.filter((subject) => isOffered('subject', subject)))),
]

/** The built-in subjects of a grade key. */
const builtInSubjectsOf = (key: string) =>
  new Set<string>(
    builtInCatalogue.grade.find((entry) => entry.key === key)?.subjects.flatMap((slug) => resolveSubject(slug) ?? []),
  )

/**
 * Subjects a family can choose for a grade. A school class starts from its built-in list, without subjects that an admin
 * removed from the class and with those added to it.
 */
export function subjectsOfGrade(grade: Grade): Subject[] {
  const classList = builtInClassSubjects[grade]?.flatMap((slug) => resolveSubject(slug) ?? [])
  if (!classList) return subjectsTaughtIn(grade)
  const taught = subjectsTaughtIn(grade)
  const added = keysOf(grade).flatMap(([key, list]) => {
    const builtInKeySubjects = builtInSubjectsOf(key)
    return list.filter((slug) => !builtInKeySubjects.has(slug) && isOffered('subject', slug))
  })
  return [...new Set([...classList.filter((slug) => taught.includes(slug)), ...added])]
}

/** Subjects to choose from for a grade key: the lists of its classes first, then other subjects taught in it. */
export function subjectsOfKey(key: string): Subject[] {
  const classes = gradesOfKey(key)
  const listed = new Set(classes.flatMap((grade) => subjectsOfGrade(grade)))
  const taught = Object.values(levels).flatMap((keys) => keys[key] ?? [])
  return [...new Set([...[...listed].filter((slug) => taught.includes(slug)), ...taught])]
}

onCatalogueChange(fill)

export const experiences = ['fresher', '1-3', '3-5', '5-10', '10+'] as const
export const genders = ['male', 'female', 'other'] as const
export const tiers = ['gold', 'silver'] as const
export const checkKinds = ['identity', 'qualification', 'interview', 'police', 'training'] as const
export type CheckKind = (typeof checkKinds)[number]
/** Checks that every listed mentor has passed, as the home page states. */
export const neededChecks: readonly CheckKind[] = ['identity', 'qualification', 'interview']
