import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from '#messages-runtime'
import { startOffline } from './offline/start.ts'

// Another language is another document, so the language of this one never changes.
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
overwriteGetLocale(() => locale)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
if (import.meta.env.PROD) startOffline()
