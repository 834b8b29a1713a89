import type { RouterContextProvider } from 'react-router'
import { consentText } from '#contract/people/consent-texts.ts'
import { ownConsents } from '#contract/people/consents.ts'
import { readApi } from './api.ts'
import { currentLocale } from './locale.ts'

/** The text a parent agrees to before the first learner under 18; null once agreed. */
export async function parentConsentNeeded(context: Readonly<RouterContextProvider>) {
  const text = consentText('child', currentLocale())
  const { data } = await readApi(context, ownConsents)
  const isGiven = data.some(
    ({ kind, version, withdrawnAt }) => kind === 'child' && version === text.version && withdrawnAt === null,
  )
  return isGiven ? null : text
}
