import type { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import type { Locale } from './locale.ts'

type Policy = ReplyOf<typeof siteFacts>['data']['policy']

/** What cancelling costs either side: the same lines for families, mentors and the booking dialog. */
export function cancellationLines(policy: Policy, locale?: Locale): string[] {
  const options = locale ? { locale } : {}
  const hours = policy.cancelFreeHours
  return [
    m.cancel_rule_family_early({ hours }, options),
    m.cancel_rule_family_late({ percent: policy.lateCancelPercent }, options),
    m.cancel_rule_mentor_early({ hours }, options),
    m.cancel_rule_mentor_late({ percent: policy.mentorLatePercent }, options),
    m.cancel_rule_nobody({}, options),
  ]
}
