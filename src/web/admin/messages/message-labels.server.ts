import { type MessageText, maxTextLength, type TextProblem } from '#contract/notifications/message-texts.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { formatNumber } from '../../ui/money.tsx'

export const messageKindNames: Record<string, () => string> = {
  classes: m.settings_kind_classes,
  chats: m.settings_kind_chats,
  bookings: m.dash_bookings,
  payments: m.dash_payments,
  reviews: m.settings_kind_reviews,
  support: m.settings_kind_support,
  profile: m.settings_kind_profile,
  safety: m.admin_set_kind_safety,
}
const sideNames: Record<MessageText['to'][number], () => string> = {
  family: m.cases_side_family,
  mentor: m.cases_side_mentor,
  admin: m.admin_set_side_admin,
}
export const sidesIn = (to: MessageText['to']) =>
  to.map((side) => sideNames[side]().replace(/^./u, (first) => first.toUpperCase())).join(', ')

const most = (field: string) =>
  field.startsWith('app') ? maxTextLength.app : maxTextLength[field.endsWith('subject') ? 'subject' : 'text']
const problems: Record<TextProblem, (of: { field: string; values: string }) => string> = {
  empty: m.admin_text_empty,
  long: ({ field }) => m.admin_text_long({ count: formatNumber(most(field)) }),
  letters: m.admin_text_letters,
  break: m.admin_text_break,
  broken: () => m.admin_text_broken({ example: '{name}' }),
  unknown: ({ values }) => m.admin_text_unknown({ values }),
  missing: ({ values }) => m.admin_text_missing({ values }),
}

type FieldProblem = { field: string; problem: TextProblem; values?: string[] }

/** Error texts by field. */
export const textErrors = ({ code, details }: ErrorReply): Record<string, string> =>
  code === 'bad-request' && Array.isArray(details?.fields)
    ? Object.fromEntries(
        (details.fields as FieldProblem[]) // details of this code
          .filter(({ problem }) => Object.hasOwn(problems, problem))
          .map(({ field, problem, values = [] }) => [field, problems[problem]({ field, values: values.join(', ') })]),
      )
    : {}

/** Labels of an event's texts by field. */
export const textNames = (): Record<string, string> => ({
  'app.en': m.admin_text_app_en(),
  'app.hi': m.admin_text_app_hi(),
  'email.en.subject': m.admin_text_subject_en(),
  'email.hi.subject': m.admin_text_subject_hi(),
  'email.en.text': m.admin_text_letter_en(),
  'email.hi.text': m.admin_text_letter_hi(),
})
