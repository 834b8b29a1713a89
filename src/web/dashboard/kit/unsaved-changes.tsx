import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import type { FormResult } from './form-result.ts'

/** Asks before the page is left while the form inside has unsaved changes. `result`: latest result of the form. */
export function UnsavedChanges({ result, children }: { result: FormResult | undefined; children: ReactNode }) {
  const [isChanged, setChanged] = useState(false)
  useAnswerOnce(result?.ok ? result : undefined, () => setChanged(false))
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  const stay = () => blocker.state === 'blocked' && blocker.reset()
  return (
    <>
      <div onChange={() => setChanged(true)}>{children}</div>
      <Dialog open={blocker.state === 'blocked'} onClose={stay} title={m.unsaved_title()}>
        <div className="grid gap-3">
          <p>{m.unsaved_text()}</p>
          <Button wide onClick={stay}>
            {m.unsaved_stay()}
          </Button>
          <Button wide look="outline" onClick={() => blocker.proceed?.()}>
            {m.unsaved_leave()}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
