import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from '#messages-runtime'
import { startOffline } from './offline/start.ts'
import { replayEarlyChanges, watchEarlyChanges } from './replay-early-changes.ts'
import { limitUnsafeDomCalls } from './trusted-types.ts'
import { loadRenderedParts } from './ui/late.tsx'

limitUnsafeDomCalls()

// The language changes only with a new document.
const locale = document.documentElement.lang === 'hi' ? 'hi' : 'en'
overwriteGetLocale(() => locale)

function Site() {
  useEffect(() => {
    replayEarlyChanges().then(() => {
      // Tests wait for this mark, and the clicks of `late-scripts.ts`.
      document.documentElement.dataset.ready = ''
    })
  }, [])
  return <HydratedRouter />
}

watchEarlyChanges()
loadRenderedParts().then((isWhole) => {
  if (!isWhole) return
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Site />
      </StrictMode>,
    )
  })
})
if (import.meta.env.PROD) startOffline()
