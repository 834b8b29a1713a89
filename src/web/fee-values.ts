import type { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'

/** Deductions from a lesson fee as values of texts: the total in whole percent, and each part. */
export function feeValues({ commission, gst, tds, tcs }: ReplyOf<typeof siteFacts>['data']['fees']) {
  const exact = (percent: number) => String(Math.round(percent * 100) / 100)
  return {
    all: String(Math.round(commission * (1 + gst / 100) + tds + tcs)),
    ...{ commission: exact(commission), gst: exact(gst), taxes: exact(tds + tcs) },
  }
}
