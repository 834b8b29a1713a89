import { z } from 'zod'
import {
  boardFrom,
  experiences,
  genders,
  levels,
  subjectFrom,
  teachingModeIds,
  weekdays,
} from '../reference/catalogue.ts'
import { type DegreeKind, degreeFrom, noMaster } from '../reference/degrees.ts'
import { languages, stateNames } from '../reference/hindi-names.ts'
import { phone } from '../wire/fields.ts'
import type { ApplicationProblem } from './application-problems.ts'
import {
  ageRange,
  centreSeats,
  earliestGraduation,
  hoursRange,
  monthlyPrice,
  type SectionName,
  teachingRanges,
  textLength,
  twelfthStreams,
} from './application-sections.ts'
import { maxCertificates } from './check-evidence.ts'

/** Every rule fails with a code of `applicationProblems`; the client translates it. */
const problem = (code: ApplicationProblem) => code
export const required = (code: ApplicationProblem = 'required') => ({ error: problem(code) })

const withoutControls = /^[^\p{Cc}\p{Cs}]*$/u
/** Copied text often carries bidirectional control marks, which a one-line field does not need. */
const withoutBidiMarks = (text: string) =>
  text.normalize('NFC').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
const oneLine = (max: number, least = 1) =>
  z
    .string(required())
    .transform((text) => withoutBidiMarks(text).trim())
    .pipe(
      z
        .string()
        .min(least, { error: problem('required'), abort: true })
        .max(max, problem('text-long'))
        .regex(withoutControls, problem('text-long')),
    )
export const lineOrEmpty = (max: number) => oneLine(max, 0).default('')
export const paragraphs = (max: number) =>
  z
    .string(required())
    .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max, problem('text-long'))
        .refine((text) => withoutControls.test(text.replace(/[\n\t]/g, '')), problem('text-long')),
    )
const choice = <const T extends readonly [string, ...string[]]>(of: T) => z.enum(of, required('choose'))
/** A value of the catalogue, looked up at validation time because admins can edit the catalogue. */
const catalogueValue = (meant: (text: string) => string | null) =>
  z
    .string(required('choose'))
    .max(80)
    .refine((text) => meant(text) !== null, problem('choose'))
    .transform((text) => meant(text) ?? text)
const board = catalogueValue(boardFrom)
const degree = (kind: DegreeKind, ...more: readonly string[]) =>
  catalogueValue((code) => (more.includes(code) ? code : degreeFrom(kind, code)))
const file = z.string(required('file-needed')).min(1, problem('file-needed')).max(500, problem('file-gone'))
const optionalFile = z.union([z.literal(''), file]).optional()
const certificates = z.array(file).max(maxCertificates, problem('files-many')).default([])
const integer = (code: ApplicationProblem) => z.coerce.number({ error: problem(code) }).int(problem(code))

const fullName = z
  .string(required())
  .transform((text) => withoutBidiMarks(text).trim().replace(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .min(1, { error: problem('required'), abort: true })
      .min(2, { error: problem('name-short'), abort: true })
      .max(80, problem('name-long'))
      .regex(/^[\p{L}\p{M}](?:[\p{L}\p{M} .'’-]|\u200c|\u200d)*$/u, problem('name-letters')),
  )

const personal = z.object({
  fullName,
  email: z
    .string(required())
    .trim()
    .max(120, problem('text-long'))
    .pipe(z.email(problem('email'))),
  gender: choice(genders),
  age: integer('age').min(ageRange.min, problem('age')).max(ageRange.max, problem('age')),
  profilePhoto: file,
  mentorId: file,
})

export const year = integer('year')
  .min(earliestGraduation, problem('year'))
  .refine((one) => one <= new Date().getFullYear() + 1, problem('year'))
const education = z.object({
  twelfthStream: choice(twelfthStreams),
  twelfthBoard: board,
  graduation: z.object({ degree: degree('bachelor'), college: oneLine(120) }),
  postGraduation: z
    .object({ degree: degree('master', ...noMaster), college: lineOrEmpty(120) })
    .refine(({ degree, college }) => degree === 'none' || college !== '', {
      path: ['college'],
      error: problem('required'),
    }),
  qualifications: z.object({
    highestQualification: oneLine(80),
    specialization: lineOrEmpty(80),
    university: oneLine(120),
    graduationYear: year,
    /** Shown to families; composed from the other fields when empty. */
    display: lineOrEmpty(160),
  }),
  experience: choice(experiences),
  certificates: z.strictObject({ degree: certificates, teaching: certificates, police: certificates }).prefault({}),
})

const degrees = (from: number, to: number) => z.coerce.number().min(from).max(to).optional()
const location = z.object({
  location: z.object({
    state: z.enum(stateNames as [string, ...string[]], required('choose')), // safe: there are nine
    city: oneLine(60),
    area: oneLine(80),
    lat: degrees(6, 38),
    lon: degrees(68, 98),
  }),
  teachingRange: choice(teachingRanges),
})

const rupees = integer('price')
  .min(monthlyPrice.min, problem('price'))
  .max(monthlyPrice.max, problem('price'))
  .multipleOf(monthlyPrice.step, problem('price'))
/** An unselected mode keeps its price in the draft but is not offered. */
const mode = z.union([
  z.object({ selected: z.literal(true), monthlyPrice: rupees }),
  z.object({ selected: z.literal(false) }),
])
const modeFields = z.object({
  teachingModes: z.partialRecord(z.enum(teachingModeIds), mode),
  teachesOnline: z.boolean().default(false),
  onlinePrice: rupees.optional(),
  /** Of the coaching centre. Without that mode it is ignored. */
  centreSeats: integer('seats')
    .min(centreSeats.min, problem('seats'))
    .max(centreSeats.max, problem('seats'))
    .optional(),
})
export type ReportProblem = (issue: { path: string[]; message: ApplicationProblem }) => void
function checkModes(
  { teachingModes, teachesOnline, onlinePrice, centreSeats }: z.output<typeof modeFields>,
  report: ReportProblem,
): void {
  if (!teachesOnline && !Object.values(teachingModes).some((one) => one.selected))
    report({ path: ['teachingModes'], message: 'mode-needed' })
  if (teachesOnline && onlinePrice === undefined) report({ path: ['onlinePrice'], message: 'price' })
  if (teachingModes.coachingCenter?.selected && centreSeats === undefined)
    report({ path: ['centreSeats'], message: 'seats' })
}

/** Subjects the catalogue has for a grade key of a level. */
function subjectsIn(level: string, key: string): readonly string[] | undefined {
  const keys = Object.entries(levels).find(([name]) => name === level)?.[1]
  return keys && Object.hasOwn(keys, key) ? keys[key] : undefined
}
/** Level, grade key and subjects by name, slug or alias, as in the catalogue. */
export const preferenceTree = z
  .record(z.string().max(40), z.record(z.string().max(40), z.array(z.string().max(60)).max(40)))
  .superRefine((tree, context) => {
    for (const [level, keys] of Object.entries(tree)) {
      for (const [key, chosen] of Object.entries(keys)) {
        const path = [level, key]
        const taught = subjectsIn(level, key)
        if (!taught || chosen.some((one) => !taught.includes(subjectFrom(one) ?? '')))
          context.addIssue({ code: 'custom', path, message: problem('choose') })
        else if (chosen.length === 0) context.addIssue({ code: 'custom', path, message: problem('subjects-of-class') })
      }
    }
  })
const maxBoards = 40
const preferences = z.object({
  teachingPreferences: preferenceTree.refine(
    (tree) => Object.values(tree).some((keys) => Object.keys(keys).length > 0),
    {
      error: problem('subject-needed'),
    },
  ),
  boards: z
    .array(board)
    .max(maxBoards)
    .default([])
    .transform((chosen) => [...new Set(chosen)]),
  languages: z
    .array(z.enum(languages as [string, ...string[]], required('choose')))
    .max(languages.length)
    .default([]),
})

export const today = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
const availabilityFields = z.object({
  availableDays: z
    .array(z.enum([...weekdays, 'weekdays', 'weekend'], required('choose')), required('day-needed'))
    .min(1, problem('day-needed'))
    .max(9)
    .transform((days) =>
      weekdays.filter((day, i) => days.includes(day) || days.includes(i < 5 ? 'weekdays' : 'weekend')),
    ),
  dailyHours: z.coerce
    .number({ error: problem('hours') })
    .min(hoursRange.min, problem('hours'))
    .max(hoursRange.max, problem('hours'))
    .multipleOf(hoursRange.step, problem('hours')),
  startImmediately: choice(['yes', 'no']),
  startDate: z.union([z.literal(''), z.iso.date()], required('date-needed')).optional(),
})
function checkAvailability(
  { startImmediately, startDate }: z.output<typeof availabilityFields>,
  report: ReportProblem,
): void {
  if (startImmediately === 'yes') return
  if (!startDate) report({ path: ['startDate'], message: 'date-needed' })
  else if (startDate < today()) report({ path: ['startDate'], message: 'date-past' })
}

const details = z.object({
  teachingExperience: paragraphs(textLength.teachingExperience).default(''),
  brief: paragraphs(textLength.brief).pipe(
    z
      .string()
      .min(1, { error: problem('required'), abort: true })
      .min(textLength.minBrief, problem('text-short')),
  ),
  teachingVideo: optionalFile,
  /** The video may be shown to families. */
  publishVideo: z.boolean().default(false),
  cv: optionalFile,
})

/** Validation rules of each section, shared by server and browser. */
export const applicationSections = {
  personal,
  education,
  location,
  modes: modeFields.superRefine((one, context) =>
    checkModes(one, (issue) => context.addIssue({ code: 'custom', ...issue })),
  ),
  preferences,
  availability: availabilityFields.superRefine((one, context) =>
    checkAvailability(one, (issue) => context.addIssue({ code: 'custom', ...issue })),
  ),
  details,
} as const satisfies Record<SectionName, z.ZodType>

/** Validation problems of a section: field path and a code of `applicationProblems`. */
export function problemsOf(section: SectionName, answers: unknown): { field: string; problem: string }[] {
  const checked = applicationSections[section].safeParse(answers ?? {})
  return (checked.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), problem: message }))
}

/**
 * The whole application as the form requires it, with the fields of all sections side by side as the specification
 * names them.
 */
export const application = z
  .strictObject({
    ...personal.shape,
    phone: phone.optional(),
    ...education.shape,
    ...location.shape,
    ...modeFields.shape,
    ...preferences.shape,
    ...availabilityFields.shape,
    ...details.shape,
  })
  .superRefine((one, context) => {
    const report: ReportProblem = (issue) => context.addIssue({ code: 'custom', ...issue })
    checkModes(one, report)
    checkAvailability(one, report)
  })
