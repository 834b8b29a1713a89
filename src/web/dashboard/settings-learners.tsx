import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'
import { useToast } from '../ui/toast.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { useDialogAddress } from './dashboard-address.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'
import { LearnerForm, type LearnerOptions } from './learner-form.tsx'
import type { ShownLearner } from './settings.server.ts'

type Props = LearnerOptions & { learners: readonly ShownLearner[]; archived: readonly ShownLearner[]; formKey: string }

const nameOf = ({ name }: ShownLearner) => name ?? m.book_unnamed_child()

/** Who of the family is taught: told, corrected and put away. */
export function LearnersPanel({ learners, archived, grades, boards, formKey }: Props) {
  const { idOf, to, close } = useDialogAddress()
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
          <p className="mb-4 max-w-prose text-muted">{m.settings_learners_text()}</p>
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
          <summary className="text-link flex min-h-11 cursor-pointer items-center">
            {m.settings_learners_away({ count: archived.length })}
          </summary>
          <ul className="mt-2 grid gap-3 lg:grid-cols-2">
            {archived.map((one) => (
              <LearnerCard key={one._id} learner={one}>
                <Move learner={one} intent="learner-back" />
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
            formKey={formKey}
            onDone={close}
          />
        )}
        {edited && (
          <div className="mt-8 border-line border-t pt-4">
            <p className="mb-3 text-muted text-small">{m.settings_learner_away_text()}</p>
            <Move learner={edited} intent="learner-away" onDone={close} />
          </div>
        )}
      </AddressDialog>
    </>
  )
}

function LearnerCard({ learner, children }: { learner: ShownLearner; children: React.ReactNode }) {
  const facts = [learner.className, learner.board, learner.school].filter(Boolean).join(', ')
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3">
      <Portrait src={null} name={nameOf(learner)} width={48} />
      <div className="min-w-0 grow basis-32">
        <h2 className="wrap-anywhere text-h3">{nameOf(learner)}</h2>
        {facts && <p className="wrap-anywhere text-muted text-small">{facts}</p>}
      </div>
      {children}
    </li>
  )
}

type MoveProps = { learner: ShownLearner; intent: 'learner-away' | 'learner-back'; onDone?: () => void }

function Move({ learner, intent, onDone }: MoveProps) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, intent, learner._id)
  const isAway = intent === 'learner-away'
  const done = () => {
    toast({ title: isAway ? m.settings_learner_gone() : m.settings_learner_is_back() })
    onDone?.()
  }
  return (
    <DashboardForm
      fetcher={fetcher}
      intent={intent}
      of={learner._id}
      result={result}
      onDone={done}
      className="grid gap-3"
    >
      <Button
        type="submit"
        look={isAway ? 'danger' : 'outline'}
        loading={fetcher.state !== 'idle'}
        loadingText={m.dash_saving()}
        aria-label={isAway ? undefined : `${m.settings_learner_back()}, ${nameOf(learner)}`}
      >
        {isAway ? m.settings_learner_away() : m.settings_learner_back()}
      </Button>
    </DashboardForm>
  )
}
