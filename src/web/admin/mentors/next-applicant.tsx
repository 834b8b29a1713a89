import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { areSingleKeysOn, useSingleKeys } from '../kit/single-keys.ts'
import type { NextApplicant } from './next-applicant.server.ts'

/** Link to the next waiting applicant; N anywhere outside a form does the same. */
export function NextApplicantLink({ next }: { next: NonNullable<NextApplicant> }) {
  const navigate = useNavigate()
  const { to, name } = next
  const [isOn] = useSingleKeys()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (key !== 'n' || !areSingleKeysOn() || altKey || ctrlKey || metaKey || !(target instanceof Element)) return
      if (target.closest('form, input, select, textarea, dialog')) return
      event.preventDefault()
      void navigate(localHref(to))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, to])
  return (
    <ButtonLink
      to={to}
      look="outline"
      className="max-w-[360px] grid-cols-[minmax(0,1fr)] justify-items-stretch"
      aria-keyshortcuts={isOn ? 'n' : undefined}
    >
      <span className="truncate max-sm:hidden">{m.admin_next_applicant({ name })}</span>
      <span className="sm:hidden">{m.admin_next_applicant_short()}</span>
      {isOn && (
        <span className="admin-key max-lg:hidden" aria-hidden="true">
          N
        </span>
      )}
    </ButtonLink>
  )
}
