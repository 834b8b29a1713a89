import type { ReactNode } from 'react'
import { m } from '#messages'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Portrait } from '../../ui/photo.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { useSharedFetcher } from '../kit/use-shared-fetcher.ts'
import { LearnerForm, type LearnerOptions } from './learner-form.tsx'
import { MoveLearner } from './learner-move.tsx'
import type { ShownLearner } from './settings.server.ts'

type Props = LearnerOptions & { learners: readonly ShownLearner[]; archived: readonly ShownLearner[]; formKey: string }

const nameOf = ({ name }: ShownLearner) => name ?? m.book_unnamed_child()

/** Learners of the family: add, edit, archive. */
export function LearnersPanel({ learners, archived, grades, boards, parent, formKey }: Props) {
  const { idOf, to, close } = useDialogAddress()
  const toast = useToast()
  const move = useSharedFetcher('learner-move', ({ intent }) => {
    const isAway = intent === 'learner-away'
    toast({ title: isAway ? m.settings_learner_gone() : m.settings_learner_is_back() })
    if (isAway) close()
    // The pressed button is gone.
    document.getElementById(isAway ? 'learners-away' : 'learners')?.focus()
  })
  const asked = idOf('edit')
  const edited = learners.find(({ _id }) => _id === asked)
  const add = (look: string) => (
    <LocalLink to={to('edit', 'new')} preventScrollReset className={`btn ${look}`}>
      <span className="btn-face">
        <Icon name="plus" size={20} />
        {m.settings_learner_add()}
      </span>
    </LocalLink>
  )
  return (
    <>
      {learners.length === 0 ? (
        <EmptyState title={m.settings_learners_none()} text={m.settings_learners_text()} action={add('btn-filled')} />
      ) : (
        <>
          <p id="learners" tabIndex={-1} className="mb-4 max-w-prose text-muted">
            {m.settings_learners_text()}
          </p>
          <ul className="grid gap-3 lg:grid-cols-2">
            {learners.map((one) => (
              <LearnerCard key={one._id} learner={one}>
                <LocalLink
                  to={to('edit', one._id)}
                  preventScrollReset
                  className="btn btn-outline"
                  aria-label={m.settings_learner_edit({ name: nameOf(one) })}
                >
                  {m.settings_change()}
                </LocalLink>
              </LearnerCard>
            ))}
          </ul>
          <p className="mt-4">{add('btn-outline')}</p>
        </>
      )}
      {archived.length > 0 && (
        <details className="mt-8">
          <summary id="learners-away" className="text-link min-h-11">
            {m.settings_learners_away({ count: archived.length })}
          </summary>
          <ul className="mt-2 grid gap-3 lg:grid-cols-2">
            {archived.map((one) => (
              <LearnerCard key={one._id} learner={one}>
                <MoveLearner id={one._id} name={nameOf(one)} intent="learner-back" fetcher={move} />
              </LearnerCard>
            ))}
          </ul>
        </details>
      )}
      <AddressDialog
        open={edited !== undefined || asked === 'new'}
        title={edited ? m.settings_learner_edit({ name: nameOf(edited) }) : m.settings_learner_add()}
        onClose={close}
      >
        {(edited || asked === 'new') && (
          <LearnerForm
            key={asked}
            learner={edited ?? null}
            grades={grades}
            boards={boards}
            parent={parent}
            formKey={formKey}
            onDone={close}
          />
        )}
        {edited && (
          <div className="mt-8 border-line border-t pt-4">
            <p className="mb-3 text-muted text-small">{m.settings_learner_away_text()}</p>
            <MoveLearner id={edited._id} name={nameOf(edited)} intent="learner-away" fetcher={move} />
          </div>
        )}
      </AddressDialog>
    </>
  )
}

function LearnerCard({ learner, children }: { learner: ShownLearner; children: ReactNode }) {
  const facts = [learner.className, learner.board, learner.school].filter(Boolean).join(', ')
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3">
      <Portrait src={null} name={nameOf(learner)} width={48} />
      <div className="min-w-0 grow basis-32">
        <h2 className="wrap-anywhere text-card">{nameOf(learner)}</h2>
        {facts && <p className="wrap-anywhere text-muted text-small">{facts}</p>}
      </div>
      {children}
    </li>
  )
}
