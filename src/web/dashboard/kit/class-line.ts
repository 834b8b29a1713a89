import { m } from '#messages'
import type { ClassToConfirm } from './classes.ts'

type Of = Pick<ClassToConfirm['booking'], 'subjectName' | 'student' | 'mentor'>

/** A family's class in one line: "Mathematics for Aarav, with Sunita Deshpande". */
export const classLine = ({ subjectName, student, mentor }: Of): string =>
  m.class_of({ subject: subjectName, student, name: mentor.fullName })

/** The people of a family's class, under its subject: "Aarav, with Sunita Deshpande". */
export const peopleLine = ({ student, mentor }: Pick<Of, 'student' | 'mentor'>): string =>
  m.dash_student_with({ student, mentor: mentor.fullName })
