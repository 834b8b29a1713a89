import { expect, test } from 'vitest'
import { hasContactDetails } from './contact-details.ts'

test.each([
  'Call me on 98260 14210',
  'Call +91-98260-14210 now',
  'मेरा नंबर ९८२६० १४२१० है',
  'write to asha.verma@mail.example please',
  'see https://example.org/a',
  'www.example.org',
  'my page is asha-maths.com',
  'find me as @asha_maths',
  'pay to asha@okaxis',
])('%s has contact details', (text) => expect(hasContactDetails(text)).toBe(true))

test.each([
  'She had 95, 96 and 98 out of 100 in class 10, 2024-25.',
  'Rs. 4,500 for 12 classes at 5:30 pm, worth it',
  'अब ९५ नंबर आते हैं, पहले ६० आते थे।',
  'He explains in. In every class, i.e. always.',
  'From 3/4 to 7/8, then 12.5%',
  '',
])('%s has none', (text) => expect(hasContactDetails(text)).toBe(false))
