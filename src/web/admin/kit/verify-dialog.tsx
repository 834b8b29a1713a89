import { type MouseEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { type MentorToVerify, VerifyForm } from './verify-form.tsx'

type Props = { id: string; name: string; onDone: () => void }

/** Opens a mentor's checks in a dialog; without scripts it links to the same form. */
export function VerifyDialog({ id, name, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { load, data } = useFetcher<{ mentor: MentorToVerify }>()
  const at = `/admin/mentors/${id}/verify`
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
    void load(localHref(at))
  }
  return (
    <>
      <ButtonLink
        to={at}
        onClick={open}
        look="outline"
        aria-haspopup="dialog"
        aria-label={m.admin_for({ action: m.admin_verify(), name })}
      >
        {m.admin_verify()}
      </ButtonLink>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={m.admin_verify_title({ name })} wide>
        {data ? (
          <VerifyForm
            mentor={data.mentor}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
          />
        ) : (
          <Loading label={m.shell_loading()} />
        )}
      </Dialog>
    </>
  )
}
