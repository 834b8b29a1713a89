/** Which answers of a verified mentor wait for an admin before families see them. Free of zod: the browser imports it. */
import type { CheckKind } from '../reference/catalogue.ts'

/** Reviewed columns of `mentor`, with the form field of each: checked facts, other claims, public texts and pictures. */
export const reviewedFacts = {
  full_name: 'fullName',
  gender: 'gender',
  age: 'age',
  photo: 'profilePhoto',
  highest_qualification: 'qualifications.highestQualification',
  specialization: 'qualifications.specialization',
  university: 'qualifications.university',
  graduation_year: 'qualifications.graduationYear',
  qualification_display: 'qualifications.display',
  graduation_degree: 'graduation.degree',
  graduation_college: 'graduation.college',
  postgraduation_degree: 'postGraduation.degree',
  postgraduation_college: 'postGraduation.college',
  experience: 'experience',
  brief: 'brief',
  // Only where it is no area we know.
  area: 'location.area',
  teaching_video: 'teachingVideo',
} as const
export type ReviewedFact = keyof typeof reviewedFacts
export const reviewedFactNames = Object.keys(reviewedFacts) as ReviewedFact[] // safe: a const object

/** While a new value of one of these waits, the mentor is not listed: families would meet somebody else. */
export const identityFacts = ['full_name', 'gender', 'photo'] as const satisfies readonly ReviewedFact[]

/** Facts each check rests on; a change reopens it. */
export const factsOfCheck = {
  identity: [...identityFacts, 'age'],
  qualification: [
    ...(['highest_qualification', 'specialization', 'university', 'graduation_year'] as const),
    ...(['graduation_degree', 'graduation_college', 'postgraduation_degree', 'postgraduation_college'] as const),
  ],
} as const satisfies Partial<Record<CheckKind, readonly ReviewedFact[]>>

/** Texts that visitors or admins read, with their form field. They must not contain contact details. */
export const publicTexts = {
  full_name: 'fullName',
  highest_qualification: 'qualifications.highestQualification',
  specialization: 'qualifications.specialization',
  university: 'qualifications.university',
  qualification_display: 'qualifications.display',
  graduation_college: 'graduation.college',
  postgraduation_college: 'postGraduation.college',
  area: 'location.area',
  teaching_experience: 'teachingExperience',
  brief: 'brief',
} as const
