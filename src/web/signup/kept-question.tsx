import { useEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'

/** Asks whether unowned answers on this device belong to the user, before they are shown or sent. */
export function KeptQuestion({ onAnswer }: { onAnswer: (isMine: boolean) => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <main className="pt-4 pb-6 lg:pt-8">
      <section aria-labelledby="kept-title" className="card grid gap-3">
        <h1 id="kept-title" ref={title} tabIndex={-1} className="text-h2 outline-none">
          {m.apply_kept_title()}
        </h1>
        <p className="max-w-prose text-muted">{m.apply_kept_text()}</p>
        <div className="mt-1 flex flex-wrap gap-2">
          <Button onClick={() => onAnswer(true)}>{m.apply_kept_yes()}</Button>
          <Button look="outline" onClick={() => onAnswer(false)}>
            {m.apply_kept_no()}
          </Button>
        </div>
      </section>
    </main>
  )
}
