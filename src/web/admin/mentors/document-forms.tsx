import { useState } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { AdminForm } from '../kit/admin-form.tsx'

/** `can`: the action is available. The form stays mounted otherwise, to show its result. */
type Props = { version: number; can: boolean }
const classNameFor = (can: boolean) => (can ? 'mt-4 grid gap-2 border-t border-line pt-4' : 'hidden')

/** Asks the mentor for another identity document. */
export function RequestDocument({ version, can }: Props) {
  return (
    <AdminForm intent="ask" resetKey="" version={version} className={classNameFor(can)}>
      {({ busy }) =>
        can && (
          <>
            <p className="text-small text-muted">{m.admin_doc_ask_text()}</p>
            <Button type="submit" look="outline" loading={busy} className="justify-self-start">
              {m.admin_doc_ask()}
            </Button>
          </>
        )
      }
    </AdminForm>
  )
}

/** Deletes the identity document permanently, after confirmation in a dialog or, without scripts, a checkbox. */
export function DeleteDocument({ version, can }: Props) {
  const isScripted = useScripts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <AdminForm intent="document" resetKey="" version={version} className={classNameFor(can)} onDone={close}>
      {({ field, busy }) =>
        can && (
          <>
            <p className="text-small text-muted">{m.admin_doc_delete_text()}</p>
            {!isScripted && <ConfirmDelete error={field('sure', '').error} />}
            <Button
              type={isScripted ? 'button' : 'submit'}
              look="danger"
              onClick={() => setOpen(true)}
              className="justify-self-start"
            >
              {m.admin_doc_delete()}
            </Button>
            <Dialog open={isOpen} onClose={close} title={m.admin_doc_delete_title()}>
              <div className="grid gap-4">
                <input type="hidden" name="sure" value="1" />
                <p>{m.admin_doc_delete_for_good()}</p>
                <div className="flex flex-wrap gap-2">
                  <Button type="submit" look="danger" loading={busy}>
                    {m.admin_doc_delete()}
                  </Button>
                  <Button look="outline" onClick={close}>
                    {m.admin_doc_delete_no()}
                  </Button>
                </div>
              </div>
            </Dialog>
          </>
        )
      }
    </AdminForm>
  )
}

function ConfirmDelete({ error }: { error: string | undefined }) {
  return (
    <>
      <Checkbox
        name="sure"
        value="1"
        label={m.admin_doc_delete_sure()}
        aria-describedby="sure-error"
        aria-invalid={error ? true : undefined}
      />
      <FieldError id="sure-error" error={error} />
    </>
  )
}
