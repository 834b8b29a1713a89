/** Everything an operator changes to run the marketplace under another name. Free of zod: the browser may import it. */
export const brand = {
  name: 'MentorSetu',
  nameHi: 'मेंटरसेतु',
  /** The name in two weights, as on the logo. */
  wordmark: ['Mentor', 'Setu'],
  phone: '0731 400 0000',
  phoneHref: 'tel:+917314000000',
  email: 'help@mentorsetu.example',
  address: {
    en: '2nd floor, AB Road, Vijay Nagar, Indore, MP 452010',
    hi: 'दूसरी मंज़िल, ए.बी. रोड, विजय नगर, इंदौर, म.प्र. 452010',
  },
  hours: {
    en: ['Monday to Friday, 10 am to 8 pm', 'Saturday and Sunday, 10 am to 6 pm'],
    hi: ['सोमवार से शुक्रवार, सुबह 10 से रात 8', 'शनिवार और रविवार, सुबह 10 से शाम 6'],
  },
  /** The same in hours of the day in India, the weekend's from Saturday on. */
  open: { from: 10, until: 20, untilAtWeekends: 18 },
  social: [
    { name: 'Facebook', href: 'https://facebook.example/mentorsetu' },
    { name: 'Instagram', href: 'https://instagram.example/mentorsetu' },
    { name: 'YouTube', href: 'https://youtube.example/mentorsetu' },
  ],
  team: [
    { name: 'Kavita Rao', role: { en: 'Founder and CEO', hi: 'संस्थापक और सीईओ' }, photo: '/portraits/kavita.svg' },
    { name: 'Vivek Malviya', role: { en: 'CTO', hi: 'सीटीओ' }, photo: '/portraits/vivek.svg' },
  ],
} as const
