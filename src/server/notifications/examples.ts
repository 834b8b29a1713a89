import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import { brandIn } from './fill.ts'
import { mentorHome, siteIn } from './registered.ts'
import type { ValueName } from './registry.ts'

/** Example values; a missing name is a type error. */
const examples: Record<Exclude<ValueName<NotificationEvent>, 'link' | 'site'>, Readonly<Record<Language, string>>> = {
  about: { en: 'report about a class', hi: 'क्लास की शिकायत' },
  account: { en: 'State Bank of India ••4821', hi: 'State Bank of India ••4821' },
  amount: { en: '₹4,500', hi: '₹4,500' },
  answer: { en: 'We have moved the class to Friday.', hi: 'हमने क्लास शुक्रवार को कर दी है।' },
  at: { en: 'Mon, 23 Nov, 5:00 pm', hi: 'सोम 23 नवंबर, शाम 5:00' },
  back: { en: '₹225', hi: '₹225' },
  by: { en: 'Wed, 25 Nov, 8:00 pm', hi: 'बुध 25 नवंबर, रात 8:00' },
  check: { en: 'police clearance', hi: 'पुलिस सत्यापन' },
  class: { en: 'Class 8', hi: 'कक्षा 8' },
  classes: { en: '3 classes', hi: '3 क्लास' },
  count: { en: '2', hi: '2' },
  date: { en: '23 Nov 2026', hi: '23 नवंबर 2026' },
  day: { en: 'Tue, 24 Nov', hi: 'मंगल 24 नवंबर' },
  days: { en: 'Mon, Wed, Fri', hi: 'सोम, बुध, शुक्र' },
  ending: { en: '4210', hi: '4210' },
  first: { en: 'Wed, 25 Nov', hi: 'बुध 25 नवंबर' },
  from: { en: 'Mon, 23 Nov', hi: 'सोम 23 नवंबर' },
  kept: { en: '₹225', hi: '₹225' },
  list: {
    en: '5:00 pm Mathematics, Ananya\n7:00 pm Science, Kabir',
    hi: 'शाम 5:00 गणित, अनन्या\nशाम 7:00 विज्ञान, कबीर',
  },
  mentor: { en: 'Sunita Deshpande', hi: 'Sunita Deshpande' },
  minutes: { en: '100', hi: '100' },
  money: {
    en: '₹4,500 will be refunded to the account you paid from.',
    hi: '₹4,500 उसी खाते में वापस जाएँगे जिससे आपने भुगतान किया था।',
  },
  name: { en: 'Meera Joshi', hi: 'Meera Joshi' },
  notice: {
    en: 'On 23 Nov somebody read names and phone numbers. We closed the gap. Beware of calls that ask for codes.',
    hi: '23 नवंबर को किसी ने नाम और फ़ोन नंबर पढ़े। हमने कमी दूर कर दी है। कोड माँगने वाले फ़ोन से सावधान रहें।',
  },
  number: { en: 'MS-2026-001042', hi: 'MS-2026-001042' },
  outcome: { en: 'you were connected', hi: 'आपकी बात करा दी गई' },
  percent: { en: '5', hi: '5' },
  plan: { en: 'monthly plan', hi: 'महीने की क्लास' },
  place: { en: 'Vijay Nagar', hi: 'विजय नगर' },
  reason: { en: 'The photo of the document is too dark.', hi: 'पहचान पत्र की फ़ोटो साफ़ नहीं है।' },
  reference: { en: 'HDFC26112300042', hi: 'HDFC26112300042' },
  student: { en: 'Aarav', hi: 'Aarav' },
  subject: { en: 'Mathematics', hi: 'गणित' },
  suggestion: { en: 'They suggest Thu, 26 Nov, 6:00 pm.', hi: 'उनका सुझाव: गुरु 26 नवंबर, शाम 6:00।' },
  time: { en: '5:00 pm', hi: 'शाम 5:00' },
  track: { en: 'CASE-2026-000123', hi: 'CASE-2026-000123' },
  to: { en: 'Tue, 24 Nov, 6:00 pm', hi: 'मंगल 24 नवंबर, शाम 6:00' },
  when: { en: 'Tue, 24 Nov, 6:00 pm', hi: 'मंगल 24 नवंबर, शाम 6:00' },
}

type Installation = { publicUrl: string; phone: string }

/** Example values for messages of this installation. */
export const examplesIn = (language: Language, { publicUrl, phone }: Installation): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(examples).map(([name, words]) => [name, words[language]])),
  brand: brandIn(language),
  phone,
  link: mentorHome(publicUrl, language),
  site: siteIn(publicUrl, language),
})
