import type { Side } from '#contract/wire/live.ts'
import { m } from '#messages'

const phrases = {
  family: [m.chat_say_free, m.chat_say_demo, m.chat_say_area, m.chat_say_exam, m.chat_say_thanks],
  mentor: [m.chat_say_grade, m.chat_say_when, m.chat_say_fits, m.chat_say_book, m.chat_say_late],
} as const

/** What families and mentors say most, in the language of the page. */
export const phrasesOf = (side: Side): string[] => phrases[side].map((words) => words())
