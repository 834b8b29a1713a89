import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { siteFacts } from '#contract/settings/settings.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { errorText } from '#contract/wire/errors.ts'
import { orFallback, readApi } from './api.ts'
import { currentLocale } from './locale.ts'

type LoaderContext = Parameters<typeof readApi>[0]
type Site = ReplyOf<typeof siteFacts>['data']
type Flag = Exclude<FeatureFlag, 'gold'>

/** What the server would answer to whoever tried one of these now, because an owner turned it off; null when all are on. */
export function disabledIn({ off, phone }: Site, ...doors: Flag[]): string | null {
  const closed = doors.find((door) => off.includes(door))
  return closed ? errorText(`${closed}-off`, currentLocale(), { phone }) : null
}

/** The same for a page that asks for nothing else of the settings, and stands without them. */
export async function disabledText(context: LoaderContext, ...doors: Flag[]): Promise<string | null> {
  const site = await readApi(context, siteFacts).catch(orFallback(context, null))
  return site && disabledIn(site.data, ...doors)
}
