import type { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'

/** Commission and GST on a lesson fee as values of texts: the total in whole percent, and each part. Taxes differ by mentor. */
export function feeValues({ commission, gst }: ReplyOf<typeof siteFacts>['data']['fees']) {
  const exact = (percent: number) => String(Math.round(percent * 100) / 100)
  return {
    all: String(Math.round(commission * (1 + gst / 100))),
    commission: exact(commission),
    gst: exact(gst),
  }
}
