import { type ConsentKind, consentText } from '#contract/people/consent-texts.ts'
import { giveConsent, ownConsents, withdrawConsent } from '#contract/people/consents.ts'
import { type LoaderContext, readApi } from '../../api.ts'
import { sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { currentLocale } from '../../locale.ts'

/** The consents of a role: the current text, and what was agreed to last. */
export async function loadConsents(context: LoaderContext, isMentor: boolean) {
  const { data } = await readApi(context, ownConsents)
  // Given with a file only, so there is nothing to agree to here.
  const isEKycGiven = data.some((one) => one.kind === 'e-kyc' && one.withdrawnAt === null)
  const eKyc: ConsentKind[] = isEKycGiven ? ['e-kyc'] : []
  const kinds: ConsentKind[] = isMentor
    ? ['account', 'documents', ...eKyc, 'mentor-conduct']
    : ['account', 'child', 'family-conduct']
  return kinds.map((kind) => {
    const last = data.find((one) => one.kind === kind) ?? null
    const text = consentText(kind, currentLocale())
    return {
      kind,
      text,
      last,
      isGiven: (kind === 'e-kyc' || last?.version === text.version) && last?.withdrawnAt === null,
    }
  })
}
export type ShownConsents = Awaited<ReturnType<typeof loadConsents>>

export const consentForms = (context: LoaderContext, form: FormData) => ({
  consent: () => sendForm(context, giveConsent, form),
  'consent-end': () => sendForm(context, withdrawConsent, form, { params: { kind: textOf(form, 'of') } }),
})
