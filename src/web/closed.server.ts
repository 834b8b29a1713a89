import { errorWords } from '#contract/errors.ts'
import { siteFacts } from '#contract/settings.ts'
import type { Switch } from '#contract/switches.ts'
import { readApi, withoutIt } from './api.ts'
import { currentLocale } from './locale.ts'

type Given = Parameters<typeof readApi>[0]

/** What the server would answer to whoever tried one of these now, because an owner turned it off; null when all are on. */
export async function closedWords(context: Given, ...doors: Exclude<Switch, 'gold'>[]): Promise<string | null> {
  const site = await readApi(context, siteFacts).catch(withoutIt(context, null))
  const closed = doors.find((door) => site?.data.off.includes(door))
  return closed ? errorWords(`${closed}-off`, currentLocale(), { phone: site?.data.phone }) : null
}
