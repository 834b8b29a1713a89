import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useScripts } from '../ui/use-scripts.ts'

type Props = { number: string; open: boolean; onOkay: () => void; onClose: () => void }

/** Confirms the submission with the application number and next steps. Inline without scripts. */
export function SentDialog({ number, open, onOkay, onClose }: Props) {
  const text = (
    <>
      <p className="text-muted">{m.apply_done_number()}</p>
      <p className="amount mt-1 text-[28px]">{number}</p>
      <p className="mt-3">{m.apply_done_text()}</p>
    </>
  )
  if (!useScripts()) {
    return open ? (
      <section className="card order-first" role="status">
        <h2 className="text-h3">{m.apply_done_title()}</h2>
        {text}
        <ButtonLink href={localHref('/')} className="mt-4">
          {m.apply_done_okay()}
        </ButtonLink>
      </section>
    ) : null
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.apply_done_title()}
      action={
        <Button wide onClick={onOkay}>
          {m.apply_done_okay()}
        </Button>
      }
    >
      {text}
    </Dialog>
  )
}
