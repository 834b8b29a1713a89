import { useFetcher } from 'react-router'
import type { Nominee } from '#contract/privacy/privacy.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { FoldedSection } from '../kit/folded-section.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { SaveButton } from './save-button.tsx'

/** Who may use the account's rights after its holder's death or incapacity. */
export function NomineeForm({ nominee }: { nominee: Nominee | null }) {
  const fetcher = useFetcher<FormResult>()
  const removal = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, 'nominee', 'account')
  const removed = useResult(removal, 'nominee-end', 'account')
  // The form is gone once nobody is named.
  useAnswerOnce(removed?.ok ? removed : undefined, () => toast({ title: m.nominee_removed() }))
  const field = (name: keyof Nominee) => ({
    name,
    defaultValue: result?.values[name] ?? nominee?.[name] ?? '',
    error: result?.fields[name],
    required: true,
  })
  return (
    <div className="card py-1! [&>details]:border-b-0">
      <FoldedSection
        id="privacy-nominee"
        title={m.nominee_title()}
        fact={nominee?.name}
        isOpen={(result ?? removed) !== undefined}
      >
        <div className="grid gap-4">
          <p className="text-muted text-small">{m.nominee_text()}</p>
          <DashboardForm
            key={nominee ? 'named' : 'none'}
            fetcher={fetcher}
            intent="nominee"
            of="account"
            result={result}
            onDone={() => toast({ title: m.settings_saved() })}
            className="grid gap-4"
          >
            <TextField label={m.nominee_name()} maxLength={80} autoComplete="off" {...field('name')} />
            <TextField label={m.nominee_relation()} maxLength={40} autoComplete="off" {...field('relation')} />
            <TextField label={m.nominee_contact()} maxLength={120} autoComplete="off" {...field('contact')} />
            <SaveButton fetcher={fetcher} />
          </DashboardForm>
          {nominee && (
            <DashboardForm fetcher={removal} intent="nominee-end" of="account" result={removed} className="grid gap-4">
              <Button
                type="submit"
                look="outline"
                loading={removal.state !== 'idle'}
                loadingText={m.privacy_busy()}
                className="sm:justify-self-start"
              >
                {m.nominee_remove()}
              </Button>
            </DashboardForm>
          )}
        </div>
      </FoldedSection>
    </div>
  )
}
