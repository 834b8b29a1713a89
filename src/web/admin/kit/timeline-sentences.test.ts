import { expect, test } from 'vitest'
import { type TimelineEvent, timelineKinds } from '#contract/admin/timeline.ts'
import { sentenceOf } from './timeline-sentences.ts'

const event = (over: Partial<TimelineEvent>): TimelineEvent => ({
  at: '2026-11-29T12:00:00.000Z',
  kind: 'class',
  by: null,
  status: null,
  amount: null,
  lesson: null,
  classAt: null,
  toAt: null,
  minutes: null,
  text: '',
  about: null,
  ...over,
})

test.each<[Partial<TimelineEvent>, string, string?]>([
  [
    { kind: 'order', status: 'paid', amount: 4500, text: 'MS-2026-000003' },
    'The family placed an order for ₹4,500',
    'MS-2026-000003',
  ],
  [
    { kind: 'payment', status: 'SUCCESS', amount: 4500, text: 'upi, 1453002797, 494a336414ae' },
    '₹4,500 was paid by UPI',
    '1453002797, 494a336414ae',
  ],
  [{ kind: 'payment', status: 'SUCCESS', amount: 99, text: '1453002797' }, '₹99 was paid', '1453002797'],
  [
    { kind: 'class', status: 'held', amount: 375, minutes: 100, text: 'Sunita' },
    'A class of 1 h 40 min with Sunita was held for ₹375',
  ],
  [
    { kind: 'cancelled', by: 'family', status: 'family', amount: 0, minutes: 100 },
    'The family cancelled the class, 1 h 40 min of class time to reschedule',
  ],
  [
    { kind: 'cancelled', by: 'Kavita', status: 'mentor', amount: 50 },
    'Kavita cancelled the class, on behalf of the mentor, ₹50 charged',
  ],
  [{ kind: 'cancelled', by: null, status: null }, 'MentorSetu cancelled the class'],
  [{ kind: 'refund', by: 'Kavita', status: 'approved', amount: 99 }, 'Kavita approved a refund of ₹99'],
  [{ kind: 'login', status: 'student', text: 'Safari, Linux' }, 'Logged in as family (Safari, Linux)'],
  [
    { kind: 'case', status: 'open support payment', text: 'CASE-2026-000010' },
    'Case opened: Support: Payment | Open',
    'CASE-2026-000010',
  ],
  [
    { kind: 'call', status: 'connected', text: 'Pooja → Sunita' },
    'Pooja asked to be connected with Sunita | Connected',
  ],
  [{ kind: 'review', status: 'published', text: 'Dr: Ansari: 4' }, 'Review of Dr: Ansari: 4 of 5 stars | Published'],
  [{ kind: 'message', by: 'family', status: 'class-scheduled, sms' }, 'SMS sent to the family: Class scheduled'],
  [{ kind: 'admin', by: 'Kavita', status: 'account.suspended' }, 'Kavita: Suspended an account'],
])('%o reads “%s”', (over, sentence, code) => {
  const told = sentenceOf(event(over))
  const shown = [told.sentence.replaceAll('\u00a0', ' '), told.state].filter(Boolean).join(' | ')
  expect([shown, told.code || undefined]).toEqual([sentence, code])
})

test('every kind of event has a sentence, without ids', () => {
  const text = '01a22704-32ed-7d3c-87c9'
  const statuses: Partial<Record<string, string>> = { case: 'open support payment', check: 'verified', login: 'ended' }
  for (const kind of timelineKinds) {
    const one = event({
      kind,
      status: statuses[kind] ?? 'open',
      amount: 5,
      minutes: 60,
      text: kind === 'class' ? '' : text,
    })
    const { sentence } = sentenceOf(one)
    expect(sentence.length, kind).toBeGreaterThan(5)
    if (['order', 'payment', 'receipt', 'payout', 'message', 'case'].includes(kind))
      expect(sentence, kind).not.toContain(text)
  }
})
