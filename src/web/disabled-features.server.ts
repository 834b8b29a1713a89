import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { errorText } from '#contract/wire/errors.ts'
import { type LoaderContext, orFallback } from './api.ts'
import { currentLocale } from './locale.ts'
import { readSite, type SiteFacts } from './site-facts.ts'

type Flag = Exclude<FeatureFlag, 'gold'>

/** Text for the first of these features an owner has turned off; null if all are on. */
export function disabledIn({ off, phone }: SiteFacts, ...features: Flag[]): string | null {
  const disabled = features.find((one) => off.includes(one))
  return disabled ? errorText(`${disabled}-off`, currentLocale(), { phone }) : null
}

/** As `disabledIn`, for pages that need no other setting; null if settings cannot be read. */
export async function disabledText(context: LoaderContext, ...features: Flag[]): Promise<string | null> {
  const site = await readSite(context).catch(orFallback(context, null))
  return site && disabledIn(site, ...features)
}
