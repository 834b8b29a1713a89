import { maxMentorDebtPaise } from '#contract/classes/limits.ts'
import type { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import type { Locale } from './locale.ts'
import { formatPaise } from './ui/money.tsx'
import { wholeHours } from './whole-times.ts'

type Policy = ReplyOf<typeof siteFacts>['data']['policy']

/** The lines of `cancellationLines` that say what follows when, with a colon between; the others add to them. */
export const cancellationRules = 4

/** What cancelling costs either side, in words to the reader. */
export function cancellationLines(policy: Policy, reader: 'family' | 'mentor', locale?: Locale): string[] {
  const options = locale ? { locale } : {}
  const hours = policy.cancelFreeHours
  const early = {
    before:
      hours === 0 ? m.policy_before_start({}, options) : m.policy_before({ time: wholeHours(hours, options) }, options),
  }
  const late = { percent: policy.lateCancelPercent }
  const mentorLate = { percent: policy.mentorLatePercent }
  const limits = { ...mentorLate, most: formatPaise(maxMentorDebtPaise) }
  return reader === 'mentor'
    ? [
        m.cancel_rule_theirs_early(early, options),
        m.cancel_rule_theirs_late(late, options),
        m.cancel_rule_own_early(early, options),
        m.cancel_rule_own_late(mentorLate, options),
        m.cancel_rule_credit_own(limits, options),
        m.cancel_rule_nobody_mentor({}, options),
      ]
    : [
        m.cancel_rule_family_early(early, options),
        m.cancel_rule_family_late(late, options),
        m.cancel_rule_mentor_early(early, options),
        m.cancel_rule_mentor_late(mentorLate, options),
        m.cancel_rule_credit(limits, options),
        m.cancel_rule_nobody({}, options),
      ]
}
