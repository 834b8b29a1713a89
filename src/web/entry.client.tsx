import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from '#messages-runtime'
import { startOffline } from './offline/start.ts'
import { replayEarlyChanges } from './replay-early-changes.ts'

// Another language is another document, so the language of this one never changes.
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
overwriteGetLocale(() => locale)

function Site() {
  useEffect(() => {
    // Tests wait for it: from here on the page answers what is done to it.
    document.documentElement.dataset.ready = ''
    replayEarlyChanges()
  }, [])
  return <HydratedRouter />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  )
})
if (import.meta.env.PROD) startOffline()
