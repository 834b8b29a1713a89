import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { NextApplicant } from './next-applicant.server.ts'

/** Link to the next waiting applicant; N anywhere outside a field does the same. */
export function NextApplicantLink({ next }: { next: NonNullable<NextApplicant> }) {
  const navigate = useNavigate()
  const { to, name } = next
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (key !== 'n' || altKey || ctrlKey || metaKey || !(target instanceof Element)) return
      if (target.closest('input:not([type=radio], [type=checkbox]), select, textarea, dialog')) return
      event.preventDefault()
      void navigate(localHref(to))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, to])
  return (
    <ButtonLink to={to} look="outline" className="self-start" aria-keyshortcuts="n">
      {m.admin_next_applicant({ name })}
      <span className="admin-key max-lg:hidden" aria-hidden="true">
        N
      </span>
    </ButtonLink>
  )
}
