import { m } from '#messages'
import { wholeHours } from '../whole-times.ts'

/** Long texts in the reader's language, resolved on the server so that only one language is sent. */
export const homeTexts = (guaranteeHours: number) => ({
  how: {
    title: m.home_how(),
    steps: [
      { drawing: 'step-1', number: m.home_step({ number: 1 }), title: m.home_step1(), text: m.home_step1_text() },
      { drawing: 'step-2', number: m.home_step({ number: 2 }), title: m.home_step2(), text: m.home_step2_text() },
      { drawing: 'step-3', number: m.home_step({ number: 3 }), title: m.home_step3(), text: m.home_step3_text() },
    ] as const,
  },
  why: {
    title: m.home_why(),
    verified: { title: m.home_verified(), text: m.home_verified_text() },
    others: [
      { drawing: 'lamp', title: m.home_personal(), text: m.home_personal_text() },
      { drawing: 'shelf', title: m.home_subjects(), text: m.home_subjects_text() },
    ] as const,
  },
  remarks: m.home_remarks(),
  faq: m.home_faq(),
  call: m.home_faq_call(),
  questions: [
    { title: m.home_faq1(), text: m.home_faq1_text() },
    { title: m.home_faq2(), text: m.home_faq2_text({ time: wholeHours(guaranteeHours) }) },
    { title: m.home_faq3(), text: m.home_faq3_text() },
    { title: m.home_faq4(), text: m.home_faq4_text() },
    { title: m.home_faq5(), text: m.home_faq5_text() },
  ],
})
export type HomeTexts = ReturnType<typeof homeTexts>
