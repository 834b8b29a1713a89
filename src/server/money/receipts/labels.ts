import type { Plan } from '#contract/classes/plans.ts'
import { subjectName, type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { clockText, dateTimeText, dayText, money } from '#server/platform/figures.ts'
import type { ReceiptContent } from './content.ts'

const en = {
  title: 'Receipt',
  number: 'Receipt number',
  date: 'Date',
  order: 'Order number',
  phone: 'Phone',
  email: 'Email',
  gstin: 'GSTIN',
  payer: 'Received from',
  learner: 'Student',
  mentor: 'Mentor',
  plan: 'For',
  extent: 'Covers',
  booked: 'First class',
  requested: 'Time requested',
  wished: 'Preferred time',
  paidAt: 'Paid on',
  method: 'Paid by',
  payment: 'Payment number',
  bank: 'Bank reference',
  price: 'Price',
  promotion: 'Demo credit',
  credit: 'Credit for a class your mentor cancelled late or missed',
  amount: 'Amount received',
  taxTitle: 'Included in the price',
  fee: 'Our service fee',
  onBehalf: 'Received on behalf of {mentor}, who teaches the classes.',
  footer: 'Computer-generated. No signature required.',
}

const labels: Record<Language, typeof en> = {
  en,
  hi: {
    title: 'रसीद',
    number: 'रसीद नंबर',
    date: 'तारीख़',
    order: 'ऑर्डर नंबर',
    phone: 'फ़ोन',
    email: 'ई-मेल',
    gstin: 'GSTIN',
    payer: 'किससे मिले',
    learner: 'छात्र',
    mentor: 'मेंटर',
    plan: 'किस प्लान के लिए',
    extent: 'इसमें शामिल',
    booked: 'पहली क्लास',
    requested: 'माँगा गया समय',
    wished: 'पसंद का समय',
    paidAt: 'भुगतान का समय',
    method: 'भुगतान का तरीक़ा',
    payment: 'भुगतान नंबर',
    bank: 'बैंक रेफ़रेंस',
    price: 'क़ीमत',
    promotion: 'डेमो की फ़ीस घटाई',
    credit: 'मेंटर से देर से रद्द हुई या छूटी क्लास का क्रेडिट',
    amount: 'मिली रकम',
    taxTitle: 'क़ीमत में शामिल',
    fee: 'हमारी सर्विस फ़ीस',
    onBehalf: 'यह रकम क्लास पढ़ाने वाले मेंटर {mentor} की ओर से ली गई।',
    footer: 'कंप्यूटर से बनी रसीद, हस्ताक्षर ज़रूरी नहीं।',
  },
}
export const labelsOf = (language: Language) => labels[language]

const plans: Record<Plan, Record<Language, string>> = {
  monthly: { en: 'Monthly plan', hi: 'महीने का प्लान' },
  demo: { en: 'Demo class', hi: 'डेमो क्लास' },
  hourly: { en: 'Classes by the hour', hi: 'घंटे वाली क्लास' },
  months3: { en: '3-month plan', hi: '3 महीने का प्लान' },
  months6: { en: '6-month plan', hi: '6 महीने का प्लान' },
}

const methods: Record<string, Record<Language, string>> = {
  upi: { en: 'UPI', hi: 'UPI' },
  credit_card: { en: 'Credit card', hi: 'क्रेडिट कार्ड' },
  debit_card: { en: 'Debit card', hi: 'डेबिट कार्ड' },
  net_banking: { en: 'Net banking', hi: 'नेट बैंकिंग' },
  wallet: { en: 'Wallet', hi: 'वॉलेट' },
}
export const methodName = (method: string, language: Language): string =>
  methods[method]?.[language] ?? method.replaceAll('_', ' ')

/** For example "Monthly plan, Mathematics" and "20 hours of classes, 30 days". */
export function planText({ plan, subject, minutes, days }: ReceiptContent, language: Language): [string, string] {
  const hours = minutes / 60
  const name = `${plans[plan][language]}, ${subjectName(subject, language)}`
  const isOneDay = days <= 1
  if (language === 'hi') return [name, `${hours} घंटे की क्लास${isOneDay ? '' : `, ${days} दिन`}`]
  return [name, `${hours} ${hours === 1 ? 'hour' : 'hours'} of classes${isOneDay ? '' : `, ${days} days`}`]
}

const dayFormats = {
  en: new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }),
  hi: new Intl.DateTimeFormat('hi-IN', { weekday: 'short', timeZone: 'UTC' }),
}
/** 1 January 2024 was a Monday. */
const dayName = (day: Weekday, language: Language) =>
  dayFormats[language].format(new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))))

/** Label and value of the booked, requested or preferred time; the value is empty without one. */
export function classTimeText(
  { classTime, wishes }: ReceiptContent,
  language: Language,
): [name: string, value: string] {
  const names = labelsOf(language)
  if (classTime) return [names[classTime.is], dateTimeText(new Date(classTime.at), language)]
  const { days = [], time, date } = wishes ?? {}
  const parts = [
    ...weekdays.filter((day) => days.includes(day)).map((day) => dayName(day, language)),
    ...(time ? [clockText(instantInIndia(date ?? '2024-01-01', time), language)] : []),
    ...(date
      ? [
          language === 'hi'
            ? `${dayText(instantInIndia(date, '12:00'), language)} से`
            : `from ${dayText(instantInIndia(date, '12:00'), language)}`,
        ]
      : []),
  ]
  return [names.wished, parts.join(', ')]
}

/** Subject and text of the receipt email. */
export function receiptEmail(receipt: { number: string; printed: ReceiptContent }, language: Language) {
  const { seller, amountPaise, orderNumber } = receipt.printed
  const name = seller.name[language]
  const amount = money(amountPaise)
  if (language === 'hi') {
    return {
      subject: `${name} की रसीद ${receipt.number}`,
      text: `नमस्ते,\n\n${amount} के भुगतान की रसीद ${receipt.number} (ऑर्डर ${orderNumber}) इस ई-मेल के साथ है।\n\nकोई सवाल हो तो ${seller.phone} पर फ़ोन करें।\n\n${name}`,
    }
  }
  return {
    subject: `Your receipt ${receipt.number} from ${name}`,
    text: `Hello,\n\nYour receipt ${receipt.number} for your payment of ${amount} (order ${orderNumber}) is attached.\n\nAny questions? Call us on ${seller.phone}.\n\n${name}`,
  }
}
