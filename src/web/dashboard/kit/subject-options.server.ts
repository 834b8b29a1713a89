import { everySubject, subjectName } from '#contract/reference/catalogue.ts'
import { currentLocale } from '../../locale.ts'
import type { SubjectOption } from './subject-field.tsx'

/** All subjects, named in the viewer's language. */
export const subjectOptions = (): SubjectOption[] =>
  everySubject().map((slug) => ({
    value: slug,
    label: subjectName(slug, currentLocale()),
    name: subjectName(slug, 'en'),
  }))
