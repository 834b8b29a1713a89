import { expect, test } from 'vitest'
import { messageBody } from './timeline-parts.ts'

test.each([
  [
    'an email',
    'Hello,\n\nYour classes tomorrow:\n\n5:30 pm\n\nMentorSetu\n\nSee it here: http://a.example/x\n\nStop these emails: http://a.example/message-off/T0ken',
    'Your classes tomorrow:\n\n5:30 pm',
  ],
  ['a Hindi email', 'नमस्ते आशा,\n\nक्लास कल है।\n\nमेंटरसेतु', 'क्लास कल है।'],
  ['an SMS', 'MentorSetu: families can find you now: https://a.example/m/1', 'MentorSetu: families can find you now'],
])('keeps the body of %s only', (_, text, body) => expect(messageBody(text)).toBe(body))
