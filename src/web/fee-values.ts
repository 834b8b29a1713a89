import type { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'

/** What goes off a class's fee as texts say it: all of it in whole percent, and its parts. */
export function feeValues({ commission, gst, tds, tcs }: ReplyOf<typeof siteFacts>['data']['fees']) {
  const exact = (percent: number) => String(Math.round(percent * 100) / 100)
  return {
    all: String(Math.round(commission * (1 + gst / 100) + tds + tcs)),
    ...{ commission: exact(commission), gst: exact(gst), taxes: exact(tds + tcs) },
  }
}
