import { z } from 'zod'
import { weekdays } from '../reference/catalogue.ts'
import {
  application,
  lineOrEmpty,
  paragraphs,
  preferenceTree,
  type ReportProblem,
  required,
  today,
  year,
} from './application-rules.ts'
import { textLength } from './application-sections.ts'

const dayTypes = ['weekdays', 'weekend'] as const
const { availableDays, qualifications, teachingModes } = application.shape
const unknownQualifications = {
  highestQualification: '',
  specialization: '',
  university: '',
  graduationYear: null,
  display: '',
}

/**
 * The application as `POST /api/mentor` accepts it from API clients: only fields the specification marks as required
 * are required, and `dayType` is a shorthand for `availableDays`.
 */
export const submittedApplication = z
  .strictObject({
    ...application.shape,
    qualifications: z
      .object({
        highestQualification: lineOrEmpty(80),
        specialization: lineOrEmpty(80),
        university: lineOrEmpty(120),
        graduationYear: year.nullable().default(null),
        display: qualifications.shape.display,
      })
      .default(unknownQualifications),
    teachingModes: teachingModes.default({}),
    teachingPreferences: preferenceTree.default({}),
    availableDays: availableDays.optional(),
    dayType: z.enum(dayTypes, required('choose')).optional(),
    brief: paragraphs(textLength.brief).default(''),
  })
  .superRefine((one, context) => {
    const report: ReportProblem = (issue) => context.addIssue({ code: 'custom', ...issue })
    if (one.teachesOnline && one.onlinePrice === undefined) report({ path: ['onlinePrice'], message: 'price' })
    if (one.startImmediately === 'no' && one.startDate && one.startDate < today())
      report({ path: ['startDate'], message: 'date-past' })
    if (one.brief !== '' && one.brief.length < textLength.minBrief) report({ path: ['brief'], message: 'text-short' })
    if (!one.availableDays && !one.dayType) report({ path: ['availableDays'], message: 'day-needed' })
  })
  .transform(({ dayType, ...one }) => ({
    ...one,
    availableDays: one.availableDays ?? weekdays.filter((_, i) => i < 5 === (dayType === 'weekdays')),
  }))
export type Application = z.output<typeof submittedApplication>
