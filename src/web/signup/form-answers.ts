import type { SectionName } from '#contract/mentors/application-sections.ts'
import { certificateKinds } from '#contract/mentors/check-evidence.ts'
import { levels, type Subject, subjectFrom, subjects, teachingModeIds } from '#contract/reference/catalogue.ts'
import { isTicked, textsOf, valuesOf } from '../form.ts'

/** Answers of one section, not yet validated. */
export type Answers = Record<string, unknown>
/** Subject slugs by level and grade key. */
export type Preferences = Record<string, Record<string, Subject[]>>

const textFields = {
  personal: ['fullName', 'email', 'gender', 'age', 'profilePhoto', 'mentorId'],
  education: [
    ...['twelfthStream', 'twelfthBoard', 'graduation.degree', 'graduation.college'],
    ...['postGraduation.degree', 'postGraduation.college'],
    ...['highestQualification', 'specialization', 'university', 'graduationYear', 'display'].map(
      (name) => `qualifications.${name}`,
    ),
    'experience',
  ],
  location: ['location.state', 'location.city', 'location.area', 'teachingRange'],
  modes: [],
  preferences: [],
  availability: ['dailyHours', 'startImmediately', 'startDate'],
  details: ['teachingExperience', 'brief', 'teachingVideo', 'cv'],
} as const satisfies Record<SectionName, readonly string[]>

function setAt(answers: Answers, path: string, value: unknown): void {
  const [name = '', rest] = path.split(/\.(.*)/)
  if (rest === undefined) {
    answers[name] = value
    return
  }
  answers[name] ??= {}
  setAt(answers[name] as Answers, rest, value) // the line above created it
}

/** The answer at a path such as `graduation.degree`; undefined if missing. */
export function answerAt(answers: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Answers)[name] : undefined,
      answers,
    )
}
/** The answer at a path as text; empty if missing. */
export function textAt(answers: unknown, path: string): string {
  const value = answerAt(answers, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
export function listAt(answers: unknown, path: string): string[] {
  const value = answerAt(answers, path)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Classes and subjects of the answers; values missing from the catalogue are skipped. */
export function preferencesOf(answers: unknown): Preferences {
  const tree = answerAt(answers, 'teachingPreferences')
  const found: Preferences = {}
  for (const [level, keys] of Object.entries(levels)) {
    if (answerAt(tree, level) === undefined) continue
    const chosen: Record<string, Subject[]> = {}
    for (const key of Object.keys(keys)) {
      if (answerAt(tree, `${level}.${key}`) === undefined) continue
      // Merged subjects resolve to the same slug.
      chosen[key] = [...new Set(listAt(tree, `${level}.${key}`).flatMap((one) => subjectFrom(one) ?? []))]
    }
    found[level] = chosen
  }
  return found
}

/** The API uses English subject names. */
const wirePreferences = (tree: Preferences) =>
  Object.fromEntries(
    Object.entries(tree).map(([level, keys]) => [
      level,
      Object.fromEntries(Object.entries(keys).map(([key, list]) => [key, list.map((one) => subjects[one][0])])),
    ]),
  )

function formPreferences(form: FormData): Preferences {
  const [ticked, classes, chosen] = ['level', 'class', 'subject'].map((name) => new Set(textsOf(form, name)))
  const tree: Preferences = {}
  for (const [level, keys] of Object.entries(levels)) {
    if (!ticked?.has(level)) continue
    const found: Record<string, Subject[]> = {}
    for (const [key, list] of Object.entries<readonly Subject[]>(keys)) {
      const name = `${level} ${key}`
      if (classes?.has(name)) found[key] = list.filter((one) => chosen?.has(`${name} ${one}`))
    }
    tree[level] = found
  }
  return tree
}

/** Answers of a section's form in the shape of `POST /api/mentor`. Runs in the browser and on the server. */
export function formAnswers(section: SectionName, form: FormData): Answers {
  const typed = valuesOf(form)
  const text = (name: string) => typed[name] ?? ''
  const answers: Answers = {}
  for (const path of textFields[section]) setAt(answers, path, text(path))
  if (section === 'education') {
    for (const kind of certificateKinds) {
      const path = `certificates.${kind}`
      setAt(answers, path, textsOf(form, path))
    }
  }
  if (section === 'location') {
    for (const path of ['location.lat', 'location.lon']) if (text(path)) setAt(answers, path, Number(text(path)))
  }
  if (section === 'modes') {
    for (const id of teachingModeIds) {
      const monthlyPrice = Number(text(`teachingModes.${id}.monthlyPrice`))
      setAt(answers, `teachingModes.${id}`, { selected: isTicked(form, `teachingModes.${id}.selected`), monthlyPrice })
    }
    answers.teachesOnline = isTicked(form, 'teachesOnline')
    answers.onlinePrice = Number(text('onlinePrice'))
    answers.centreSeats = text('centreSeats') || undefined
  }
  if (section === 'preferences') {
    answers.teachingPreferences = wirePreferences(formPreferences(form))
    for (const name of ['boards', 'languages']) answers[name] = textsOf(form, name)
  }
  if (section === 'availability') answers.availableDays = textsOf(form, 'availableDays')
  if (section === 'details') answers.publishVideo = isTicked(form, 'publishVideo')
  return answers
}
