import { useFetcher } from 'react-router'
import type { ConsentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConsentItems } from '../../ui/consent-items.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

/** Asks a mentor who applied before there was a code of conduct, or an earlier one, to accept it. */
export function ConductPrompt({ text: { version, items }, look }: { text: ConsentText; look: 'filled' | 'outline' }) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const of = 'mentor-conduct'
  return (
    <>
      <details>
        {/* Under the text beside the icon. */}
        <summary className="text-link ml-[51px] min-h-11 cursor-pointer content-center">{m.conduct_read()}</summary>
        <ConsentItems items={items} />
      </details>
      <DashboardForm
        fetcher={fetcher}
        intent="consent"
        of={of}
        result={useResult(fetcher, 'consent', of)}
        onDone={() => toast({ title: m.consent_saved() })}
      >
        <input type="hidden" name="kind" value={of} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="language" value={currentLocale()} />
        <Button type="submit" look={look} wide loading={fetcher.state !== 'idle'} loadingText={m.privacy_busy()}>
          {m.consent_agree()}
        </Button>
      </DashboardForm>
    </>
  )
}
