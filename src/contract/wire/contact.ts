import type { Language } from './errors.ts'

/** How people reach us: phone, e-mail, postal address, and when somebody is there. Free of zod: the browser may import it. */
export type Contact = {
  email: string
  addressEn: string
  addressHi: string
  /** Hours of the day in India, the weekend's end from Saturday on. */
  opensAt: number
  closesAt: number
  closesAtWeekends: number
}

/** What a new installation begins with; an owner changes it in the settings. */
export const defaultPhone = '0731 400 0000'
export const defaultContact: Contact = {
  email: 'help@mentorsetu.example',
  addressEn: '2nd floor, AB Road, Vijay Nagar, Indore, MP 452010',
  addressHi: 'दूसरी मंज़िल, ए.बी. रोड, विजय नगर, इंदौर, म.प्र. 452010',
  opensAt: 10,
  closesAt: 20,
  closesAtWeekends: 18,
}

const inEnglish = (hour: number) => (hour === 12 ? '12 noon' : hour < 12 ? `${hour} am` : `${hour - 12} pm`)
const partOfDay = (hour: number) => (hour < 12 ? 'सुबह' : hour < 16 ? 'दोपहर' : hour < 19 ? 'शाम' : 'रात')
const inHindi = (hour: number) => `${partOfDay(hour)} ${hour > 12 ? hour - 12 : hour}`

/** The office hours as people read them: weekdays, then the weekend. */
export function hoursText(of: Pick<Contact, 'opensAt' | 'closesAt' | 'closesAtWeekends'>, language: Language) {
  const { opensAt, closesAt, closesAtWeekends } = of
  return language === 'hi'
    ? [
        `सोमवार से शुक्रवार, ${inHindi(opensAt)} से ${inHindi(closesAt)}`,
        `शनिवार और रविवार, ${inHindi(opensAt)} से ${inHindi(closesAtWeekends)}`,
      ]
    : [
        `Monday to Friday, ${inEnglish(opensAt)} to ${inEnglish(closesAt)}`,
        `Saturday and Sunday, ${inEnglish(opensAt)} to ${inEnglish(closesAtWeekends)}`,
      ]
}

/** The address of a telephone link. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`
