import { type ConsentKind, type ConsentText, consentText } from '#contract/people/consent-texts.ts'
import { ownConsents } from '#contract/people/consents.ts'
import { type LoaderContext, readApi } from './api.ts'
import { currentLocale } from './locale.ts'

/** The current text of each kind; null once it is agreed to. Everything is open for a visitor. */
export async function openConsents<K extends ConsentKind>(
  context: LoaderContext,
  kinds: readonly K[],
  isVisitor = false,
): Promise<Record<K, ConsentText | null>> {
  const given = isVisitor ? [] : (await readApi(context, ownConsents)).data
  const open = kinds.map((kind) => {
    const text = consentText(kind, currentLocale())
    const isGiven = given.some((one) => one.kind === kind && one.version === text.version && one.withdrawnAt === null)
    return [kind, isGiven ? null : text] as const
  })
  return Object.fromEntries(open) as Record<K, ConsentText | null> // safe: one entry for each kind
}
