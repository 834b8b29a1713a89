/**
 * Days off that mentors may want to leave out: dates, English, Hindi, and the states that have it (none named: all). The
 * dates are those of the central government's list for 2026 and of the lunar calendar after it; the moon's may differ by a day.
 */
export const holidays: readonly (readonly [dates: string, en: string, hi: string, states?: readonly string[]])[] = [
  ['2026-01-26 2027-01-26 2028-01-26', 'Republic Day', 'गणतंत्र दिवस'],
  ['2026-03-04 2027-03-22 2028-03-11', 'Holi', 'होली'],
  ['2026-03-21 2027-03-10 2028-02-27', 'Eid, by the moon', 'ईद, चाँद के हिसाब से'],
  ['2026-03-26 2027-04-15 2028-04-03', 'Ram Navami', 'राम नवमी'],
  ['2026-03-31 2027-04-19 2028-04-07', 'Mahavir Jayanti', 'महावीर जयंती'],
  ['2026-04-03 2027-03-26 2028-04-14', 'Good Friday', 'गुड फ़्राइडे'],
  ['2026-05-01 2027-05-20 2028-05-08', 'Buddha Purnima', 'बुद्ध पूर्णिमा'],
  ['2026-05-27 2027-05-17 2028-05-06', 'Bakrid, by the moon', 'बकरीद, चाँद के हिसाब से'],
  ['2026-06-26 2027-06-16 2028-06-04', 'Muharram, by the moon', 'मुहर्रम, चाँद के हिसाब से'],
  ['2026-08-15 2027-08-15 2028-08-15', 'Independence Day', 'स्वतंत्रता दिवस'],
  ['2026-08-26 2027-08-15 2028-08-04', 'Milad-un-Nabi, by the moon', 'मिलाद-उन-नबी, चाँद के हिसाब से'],
  ['2026-09-04 2027-08-25 2028-08-13', 'Janmashtami', 'जन्माष्टमी'],
  ['2026-10-02 2027-10-02 2028-10-02', 'Gandhi Jayanti', 'गांधी जयंती'],
  ['2026-10-20 2027-10-09 2028-09-27', 'Dussehra', 'दशहरा'],
  ['2026-11-08 2027-10-29 2028-10-17', 'Diwali', 'दिवाली'],
  ['2026-11-09 2027-10-30 2028-10-18', 'Day after Diwali', 'दिवाली का अगला दिन'],
  ['2026-11-24 2027-11-14 2028-11-02', 'Guru Nanak Jayanti', 'गुरु नानक जयंती'],
  ['2026-12-25 2027-12-25 2028-12-25', 'Christmas', 'क्रिसमस'],
  [
    ...(['2026-08-28 2027-08-17 2028-08-05', 'Raksha Bandhan', 'रक्षाबंधन'] as const),
    ['Madhya Pradesh', 'Rajasthan', 'Uttar Pradesh', 'Gujarat', 'Chhattisgarh'],
  ],
  ['2026-01-14 2027-01-14 2028-01-14', 'Uttarayan', 'उत्तरायण', ['Gujarat']],
  ['2026-03-19 2027-04-07 2028-03-27', 'Gudi Padwa', 'गुड़ी पड़वा', ['Maharashtra']],
  ['2026-03-19 2027-04-07 2028-03-27', 'Ugadi', 'उगादि', ['Karnataka', 'Telangana']],
  ['2026-05-01 2027-05-01 2028-05-01', 'Maharashtra Day', 'महाराष्ट्र दिवस', ['Maharashtra']],
  ['2026-06-02 2027-06-02 2028-06-02', 'Telangana Formation Day', 'तेलंगाना स्थापना दिवस', ['Telangana']],
  [
    ...(['2026-09-14 2027-09-04 2028-08-23', 'Ganesh Chaturthi', 'गणेश चतुर्थी'] as const),
    ['Maharashtra', 'Karnataka', 'Telangana'],
  ],
  ['2026-11-01 2027-11-01 2028-11-01', 'Karnataka Rajyotsava', 'कर्नाटक राज्योत्सव', ['Karnataka']],
]
