import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { errorText } from '#contract/wire/errors.ts'
import { orFallback, readApi } from './api.ts'
import { currentLocale } from './locale.ts'

type LoaderContext = Parameters<typeof readApi>[0]
type Site = ReplyOf<typeof siteFacts>['data']
type Flag = Exclude<FeatureFlag, 'gold'>

/** Text for the first of these features an owner has turned off; null if all are on. */
export function disabledIn({ off, phone }: Site, ...features: Flag[]): string | null {
  const disabled = features.find((one) => off.includes(one))
  return disabled ? errorText(`${disabled}-off`, currentLocale(), { phone }) : null
}

/** As `disabledIn`, for pages that need no other setting; null if settings cannot be read. */
export async function disabledText(context: LoaderContext, ...features: Flag[]): Promise<string | null> {
  const site = await readApi(context, siteFacts).catch(orFallback(context, null))
  return site && disabledIn(site.data, ...features)
}
