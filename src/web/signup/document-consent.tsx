import { useState } from 'react'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { ConsentItems } from '../ui/consent-items.tsx'
import { Notice } from '../ui/error-state.tsx'
import type { FieldsProps } from './field-binding.ts'

/** What a mentor agrees to before documents can be uploaded; gone once agreed. Uploads need scripts, and so does this. */
export function DocumentConsent({ fields: { documentConsent, isProven, agreed } }: { fields: FieldsProps }) {
  const [newText, setNewText] = useState<FieldsProps['documentConsent']>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const text = newText ?? documentConsent
  if (!documentConsent || !text || !isProven) return null
  const agree = async () => {
    setBusy(true)
    const body = { kind: 'documents', version: text.version, language: currentLocale() }
    const reply = await fetch('/api/profile/consents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
      body: JSON.stringify(body),
    }).catch(() => null)
    setBusy(false)
    // The form is not loaded again: an upload may be under way.
    if (reply?.ok) return agreed()
    const refused = (await reply?.json()) as { code: string; message: string; details: typeof text } | undefined
    setProblem(refused?.message ?? m.failure_connection())
    if (refused?.code === 'consent-changed') setNewText(refused.details)
  }
  return (
    <section className="card grid gap-3" aria-labelledby="document-consent">
      <h2 id="document-consent" className="text-h3">
        {m.consent_documents()}
      </h2>
      <ConsentItems items={text.items} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button
        onClick={() => void agree()}
        loading={isBusy}
        loadingText={m.privacy_busy()}
        className="sm:justify-self-start"
      >
        {m.consent_agree()}
      </Button>
    </section>
  )
}
