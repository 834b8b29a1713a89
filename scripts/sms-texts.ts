import { notificationEvents } from '#contract/notifications/notification-events.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { registeredLength, registeredText } from '#server/notifications/registered.ts'
import { maxSmsParts } from '#server/notifications/sms-length.ts'

// Prints what an operator registers for SMS: every text as this installation sends it, and a template of the file with
// their ids.
const [siteUrl = '', phone = defaultPhone] = process.argv.slice(2)
if (!URL.canParse(siteUrl)) {
  console.error(
    'Use: npm run --silent sms-texts -- https://mentorsetu.example "0731 400 0000" (PUBLIC_URL and the call number from the settings).',
  )
  process.exit(1)
}
const options = { publicUrl: new URL(siteUrl).origin, phone }
for (const event of notificationEvents) {
  for (const language of ['en', 'hi'] as const) {
    const text = registeredText(event, language, options)
    const { letters, encoding, parts } = registeredLength(event, language, options)
    const length = `max. ${letters} characters, ${encoding}, ${parts} SMS${parts > maxSmsParts ? ': TOO LONG' : ''}`
    console.log(`${event}, ${language} (${text ? length : 'not sent by SMS'})\n  ${text}\n`)
  }
}
console.log('The file for MSG91_TEMPLATES; replace null with the id of each text (null: not sent by SMS):\n')
console.log(
  JSON.stringify(Object.fromEntries(notificationEvents.map((event) => [event, { en: null, hi: null }])), null, 2),
)
