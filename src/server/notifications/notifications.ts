import { type Kysely, sql } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { DB } from '#server/platform/schema.ts'

type Words = Record<Language, string>

/** One template per event and language. `{name}` is filled from the event's values. */
const templates = {
  'booking-paid-family': {
    en: '{brand}: your {plan} of {subject} with {mentor} is booked. {mentor} sets the time by {by}.',
    hi: '{brand}: {mentor} के साथ {subject} की {plan} बुक हो गई। {mentor} {by} तक समय तय करेंगे।',
  },
  'booking-paid-mentor': {
    en: '{brand}: new booking for {subject} ({plan}). Please set the first class by {by}.',
    hi: '{brand}: {subject} की नई बुकिंग ({plan})। कृपया {by} तक पहली क्लास तय करें।',
  },
  'payment-returned': {
    en: '{brand}: we received {amount} for order {number}, but this was paid or booked before. We send it back to the same account within 7 days.',
    hi: '{brand}: ऑर्डर {number} के {amount} मिले, पर यह पहले ही चुकाया या बुक हो चुका था। पैसा 7 दिन में उसी खाते में लौटा देंगे।',
  },
  'booking-ended-mentor': {
    en: '{brand}: the booking of {subject} ({plan}) was ended. Any times you had set for it are free again.',
    hi: '{brand}: {subject} की बुकिंग ({plan}) ख़त्म कर दी गई। इसके लिए तय समय फिर खाली है।',
  },
  'refund-sent': {
    en: '{brand}: {amount} of order {number} is on its way back to the account you paid from. Banks usually take 5 to 7 working days.',
    hi: '{brand}: ऑर्डर {number} के {amount} उसी खाते में भेज दिए गए हैं जिससे आपने चुकाया था। बैंक को आम तौर पर 5 से 7 कामकाजी दिन लगते हैं।',
  },
  'refund-settled': {
    en: '{brand}: {amount} of order {number} was paid back to the account you paid from. Bank reference: {reference}',
    hi: '{brand}: ऑर्डर {number} के {amount} आपके उसी खाते में लौटा दिए गए। बैंक रेफ़रेंस: {reference}',
  },
  'refund-failed': {
    en: '{brand}: {amount} of order {number} could not be paid back yet. The money stays yours; we look into it and tell you here.',
    hi: '{brand}: ऑर्डर {number} के {amount} अभी लौटाए नहीं जा सके। पैसा आपका ही है; हम देखकर यहीं बताएँगे।',
  },
  'refund-declined': {
    en: '{brand}: we could not agree to send {amount} of order {number} back: {reason}',
    hi: '{brand}: ऑर्डर {number} के {amount} लौटाना मंज़ूर नहीं हो सका: {reason}',
  },
  'class-scheduled': {
    en: '{brand}: {subject} with {mentor} is on {at}.',
    hi: '{brand}: {mentor} के साथ {subject} की क्लास {at} को है।',
  },
  'class-marked': {
    en: '{brand}: {mentor} marked the {subject} class of {at} as held. Please confirm; no answer by {by} counts as yes.',
    hi: '{brand}: {mentor} ने {at} की {subject} क्लास दर्ज की है। कृपया पुष्टि करें; {by} तक जवाब न मिलने पर हाँ माना जाएगा।',
  },
  'case-opened': {
    en: '{brand}: your request {number} has reached us. We call you by {by}.',
    hi: '{brand}: आपका अनुरोध {number} हमें मिल गया। हम {by} तक आपको फ़ोन करेंगे।',
  },
  'application-received': {
    en: '{brand}: we have your application {number}. We look at it within 3 working days and tell you here.',
    hi: '{brand}: आपका आवेदन {number} हमें मिल गया। हम 3 कामकाजी दिनों में देखकर यहीं बताएँगे।',
  },
  'mentor-verified': {
    en: '{brand}: you are verified. Families can find you now: {link}',
    hi: '{brand}: आपकी जाँच पूरी हुई। अब परिवार आपको ढूँढ सकते हैं: {link}',
  },
  'mentor-rejected': {
    en: '{brand}: your application {number} needs a correction. See what, and send it again: {link}',
    hi: '{brand}: आपके आवेदन {number} में कुछ सुधार चाहिए। क्या सुधारना है, यहाँ देखकर दोबारा भेजें: {link}',
  },
  'mentor-suspended': {
    en: '{brand}: your profile is not shown to families for now. See why: {link}',
    hi: '{brand}: आपकी प्रोफ़ाइल अभी परिवारों को नहीं दिख रही। कारण यहाँ देखें: {link}',
  },
  'mentor-restored': {
    en: '{brand}: your profile is shown to families again: {link}',
    hi: '{brand}: आपकी प्रोफ़ाइल फिर से परिवारों को दिख रही है: {link}',
  },
  'document-asked': {
    en: '{brand}: please upload your ID document again. We check your identity anew, and the earlier file is deleted: {link}',
    hi: '{brand}: कृपया अपना पहचान पत्र फिर से अपलोड करें। हम आपकी पहचान फिर जाँच रहे हैं और पुरानी फ़ाइल हटाई जा चुकी है: {link}',
  },
  'check-expiring': {
    en: '{brand}: your {check} check is valid until {date}. Please call us before then to have it made again: {phone}',
    hi: '{brand}: आपकी {check} की जाँच {date} तक मान्य है। इसे फिर से कराने के लिए उससे पहले हमें फ़ोन करें: {phone}',
  },
  'identity-expiring': {
    en: '{brand}: your identity check is valid until {date}. Please upload your ID document again before then: {link}',
    hi: '{brand}: आपकी पहचान की जाँच {date} तक मान्य है। उससे पहले अपना पहचान पत्र फिर से अपलोड करें: {link}',
  },
} as const satisfies Record<string, Words>
export type NotificationEvent = keyof typeof templates

type Letter = Record<Language, { subject: string; text: string }>
/** Events that are told by e-mail too, to those who gave an address. */
const letters: Partial<Record<NotificationEvent, Letter>> = {
  'mentor-verified': {
    en: {
      subject: 'You are verified on {brand}',
      text: 'Dear {name},\n\nyour application {number} is verified. Families can find you now. Your dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी जाँच पूरी हुई',
      text: 'नमस्ते {name},\n\nआपका आवेदन {number} वेरिफ़ाई हो गया। अब परिवार आपको ढूँढ सकते हैं। आपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
  'mentor-rejected': {
    en: {
      subject: 'Your application {number} needs a correction',
      text: 'Dear {name},\n\nwe could not verify your application {number} yet:\n\n{reason}\n\nPlease correct it and send it again: {link}\n\n{brand}',
    },
    hi: {
      subject: 'आपके आवेदन {number} में सुधार चाहिए',
      text: 'नमस्ते {name},\n\nआपका आवेदन {number} अभी वेरिफ़ाई नहीं हो सका:\n\n{reason}\n\nसुधारकर दोबारा भेजें: {link}\n\n{brand}',
    },
  },
  'mentor-suspended': {
    en: {
      subject: 'Your profile on {brand} is not shown for now',
      text: 'Dear {name},\n\nyour profile {number} is not shown to families for now:\n\n{reason}\n\nYour dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी प्रोफ़ाइल अभी नहीं दिख रही',
      text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} अभी परिवारों को नहीं दिख रही:\n\n{reason}\n\nआपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
  'document-asked': {
    en: {
      subject: 'Please upload your ID document again',
      text: 'Dear {name},\n\nwe check your identity anew, and your earlier ID document was deleted. Please upload it again on your dashboard: {link}\n\nYour number: {number}\n\n{brand}',
    },
    hi: {
      subject: 'कृपया अपना पहचान पत्र फिर से अपलोड करें',
      text: 'नमस्ते {name},\n\nहम आपकी पहचान फिर जाँच रहे हैं और आपका पुराना पहचान पत्र हटाया जा चुका है। कृपया उसे अपने डैशबोर्ड पर फिर से अपलोड करें: {link}\n\nआपका नंबर: {number}\n\n{brand}',
    },
  },
  'mentor-restored': {
    en: {
      subject: 'Your profile on {brand} is shown again',
      text: 'Dear {name},\n\nyour profile {number} is shown to families again. Your dashboard: {link}\n\n{brand}',
    },
    hi: {
      subject: '{brand} पर आपकी प्रोफ़ाइल फिर दिख रही है',
      text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} फिर से परिवारों को दिख रही है। आपका डैशबोर्ड: {link}\n\n{brand}',
    },
  },
}

/** Fills `{name}` in a text. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Somebody with an account, or a phone that only wrote to us. */
type Recipient = { accountId: string } | { phone: string; language: Language }
type Message = Recipient & {
  event: NotificationEvent
  onceKey: string
  /** Where a letter goes, for events that have one; empty when there is no address. */
  email?: string
  values: Record<Language, Record<string, string>>
}

async function personOf(tx: Kysely<DB>, to: Recipient): Promise<{ phone: string; language: Language } | null> {
  if ('phone' in to) return to
  const { rows } = await sql<{ phone: string; language: Language }>`
    select phone, language from account where id = ${to.accountId}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Tells a person something, in their language, once for each `onceKey`. Writes to the outbox in the caller's
 * transaction, so that a rolled-back change tells nobody.
 */
export async function notify(tx: Kysely<DB>, message: Message): Promise<void> {
  const person = await personOf(tx, message)
  if (!person) return
  const to = 'phone' in message ? message.phone : message.accountId
  const values = message.values[person.language]
  const { event, email } = message
  const onceKey = `${event}:${message.onceKey}:${to}`
  const write = (
    channel: 'sms' | 'email',
    recipient: string,
    text: string,
    data: Record<string, string>,
    key: string,
  ) =>
    sql`insert into outbox (channel, recipient, template, language, text, data, once_key)
      values (${channel}, ${recipient}, ${event}, ${person.language}, ${text}, ${JSON.stringify(data)}, ${key})
      on conflict on constraint outbox_once do nothing`.execute(tx)
  await write('sms', person.phone, fill(templates[event][person.language], values), values, onceKey)
  const letter = letters[event]?.[person.language]
  if (!letter || !email) return
  const subject = fill(letter.subject, values)
  await write('email', email, fill(letter.text, values), { ...values, subject }, `${onceKey}:email`)
}
