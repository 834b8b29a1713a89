import type { Language } from './errors.ts'

/** Phone, email, postal address and office hours. Free of zod: the browser may import them. */
export type Contact = {
  email: string
  addressEn: string
  addressHi: string
  /** Hours of the day in India; `closesAtWeekends` applies from Saturday. */
  opensAt: number
  closesAt: number
  closesAtWeekends: number
}

/** Defaults of a new installation; an owner changes them in the settings. */
export const defaultPhone = '0731 400 0000'
export const defaultContact: Contact = {
  email: 'help@mentorsetu.example',
  addressEn: '2nd floor, AB Road, Vijay Nagar, Indore, MP\u00a0452010',
  addressHi: 'दूसरी मंज़िल, ए.बी. रोड, विजय नगर, इंदौर, म.प्र.\u00a0452010',
  opensAt: 10,
  closesAt: 20,
  closesAtWeekends: 18,
}

const inEnglish = (hour: number) =>
  hour === 12 ? '12\u00a0noon' : hour < 12 ? `${hour}\u00a0am` : `${hour - 12}\u00a0pm`
const partOfDay = (hour: number) => (hour < 12 ? 'सुबह' : hour < 16 ? 'दोपहर' : hour < 19 ? 'शाम' : 'रात')
const inHindi = (hour: number) => `${partOfDay(hour)}\u00a0${hour > 12 ? hour - 12 : hour}`

/** Office hours as text: weekdays, then the weekend. */
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

/** `tel:` link of a phone number. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`
