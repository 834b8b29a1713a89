import { siteFacts } from '#contract/settings/settings.ts'
import type { Switch } from '#contract/settings/switches.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { errorWords } from '#contract/wire/errors.ts'
import { readApi, withoutIt } from './api.ts'
import { currentLocale } from './locale.ts'

type Given = Parameters<typeof readApi>[0]
type Site = ReplyOf<typeof siteFacts>['data']
type Door = Exclude<Switch, 'gold'>

/** What the server would answer to whoever tried one of these now, because an owner turned it off; null when all are on. */
export function closedIn({ off, phone }: Site, ...doors: Door[]): string | null {
  const closed = doors.find((door) => off.includes(door))
  return closed ? errorWords(`${closed}-off`, currentLocale(), { phone }) : null
}

/** The same for a page that asks for nothing else of the settings, and stands without them. */
export async function closedWords(context: Given, ...doors: Door[]): Promise<string | null> {
  const site = await readApi(context, siteFacts).catch(withoutIt(context, null))
  return site && closedIn(site.data, ...doors)
}
