export const teachingModes = {
  homeTuition: ['At your home', 'आपके घर पर'],
  myPlace: ["At mentor's place", 'मेंटर के घर पर'],
  coachingCenter: ['Coaching centre', 'कोचिंग सेंटर'],
  schoolTeaching: ['At school', 'स्कूल में'],
  counsellor: ['Home Counsellor', 'होम काउंसलर'],
  groupClasses: ['Group classes', 'ग्रुप क्लास'],
} as const satisfies Record<string, readonly [en: string, hi: string]>
export type TeachingMode = keyof typeof teachingModes
export const teachingModeIds = Object.keys(teachingModes) as TeachingMode[] // true: the keys of a const object

/** Where a class takes place: a teaching mode, or online. */
export const classModes = [...teachingModeIds, 'online'] as const
export type ClassMode = (typeof classModes)[number]

/** Modes in which the mentor comes to the family's home and the booking needs an address. */
export const homeModes: readonly ClassMode[] = ['homeTuition', 'counsellor']

/** Modes in which one time slot may have several students. */
export const sharedModes: readonly ClassMode[] = ['groupClasses', 'coachingCenter', 'schoolTeaching']

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]
