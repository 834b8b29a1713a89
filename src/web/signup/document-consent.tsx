import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { ConsentItems } from '../ui/consent-items.tsx'
import { Notice } from '../ui/error-state.tsx'
import type { FieldsProps } from './field-binding.ts'

/** What a mentor agrees to before documents can be uploaded; gone once agreed. Uploads need scripts, and so does this. */
export function DocumentConsent({ fields: { documentConsent: text, isProven } }: { fields: FieldsProps }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!text || !isProven) return null
  const agree = async () => {
    setBusy(true)
    const body = { kind: 'documents', version: text.version, language: currentLocale() }
    const reply = await fetch('/api/profile/consents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
      body: JSON.stringify(body),
    }).catch(() => null)
    setProblem(reply ? (reply.ok ? '' : ((await reply.json()) as { message: string }).message) : m.failure_connection())
    // Hides this, or shows a text that changed meanwhile.
    await revalidate()
    setBusy(false)
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
