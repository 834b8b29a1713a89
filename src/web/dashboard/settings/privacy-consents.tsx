import { useState } from 'react'
import { useFetcher } from 'react-router'
import { type ConsentKind, lastingConsents } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { ConsentItems } from '../../ui/consent-items.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { ParentFields, relationNames } from '../../ui/parent-fields.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import type { ShownConsents } from './privacy-consents.server.ts'

const titles: Record<ConsentKind, () => string> = {
  account: m.consent_account,
  documents: m.consent_documents,
  'e-kyc': m.consent_e_kyc,
  child: m.consent_child,
  'mentor-conduct': m.conduct_title,
  'family-conduct': m.conduct_title,
}
/** What follows from withdrawing. */
const consequences: Record<ConsentKind, () => string> = {
  account: m.consent_account_end,
  documents: m.consent_documents_end,
  'e-kyc': m.consent_e_kyc_end,
  child: m.consent_child_end,
  'mentor-conduct': m.conduct_end,
  'family-conduct': m.conduct_end,
}

/** What the account agreed to, to withdraw as easily as it was given. */
export function Consents({ consents }: { consents: ShownConsents }) {
  return (
    <section className="card grid gap-4 lg:col-span-2" aria-labelledby="privacy-consents">
      <h2 id="privacy-consents" className="text-card">
        {m.consent_title()}
      </h2>
      <ul className="grid gap-3">
        {consents.map((one) => (
          <ConsentRow key={one.kind} {...one} />
        ))}
      </ul>
    </section>
  )
}

function stateText(last: ShownConsents[number]['last']): string {
  if (!last) return m.consent_none()
  if (last.withdrawnAt) return m.consent_withdrawn({ day: formatDay(last.withdrawnAt, { year: true }) })
  const day = formatDay(last.givenAt, { year: true })
  if (!last.parentName) return m.consent_given({ day })
  const relation = relationNames[last.relation ?? 'guardian']().toLowerCase()
  return m.consent_given_by({ day, name: last.parentName, relation })
}

function ConsentRow({ kind, text, last, isGiven }: ShownConsents[number]) {
  const [answers, setAnswers] = useState({ relation: '', parentName: last?.parentName ?? '', agrees: true })
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const intent = isGiven ? 'consent-end' : 'consent'
  const result = useResult(fetcher, intent, kind)
  const busy = fetcher.state !== 'idle'
  return (
    <li className="grid gap-x-8 gap-y-3 border-line border-t pt-3 first:border-t-0 first:pt-0 lg:grid-cols-[260px_minmax(0,1fr)]">
      <div>
        <h3 className="font-sans font-semibold text-body text-ink">{titles[kind]()}</h3>
        <p className="text-muted text-small">{stateText(last)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6">
        {isGiven && <p className="w-full max-w-prose text-muted text-small">{consequences[kind]()}</p>}
        <details open={!isGiven} className="open:w-full max-sm:w-full">
          <summary className="text-link min-h-12 cursor-pointer content-center">
            {titles[kind] === m.conduct_title ? m.conduct_read() : isGiven ? m.consent_text_given() : m.consent_text()}
          </summary>
          {/* As agreed to; a text that is open is the current one. */}
          <ConsentItems items={isGiven && last ? last.shown.split('\n') : text.items} />
        </details>
        {!(isGiven && lastingConsents.includes(kind)) && (
          <DashboardForm
            fetcher={fetcher}
            intent={intent}
            of={kind}
            result={result}
            onDone={() => toast({ title: isGiven ? m.consent_ended() : m.consent_saved() })}
            className={isGiven ? 'grid gap-3 max-sm:mb-2 max-sm:w-full sm:my-3' : 'mt-3 grid w-full max-w-prose gap-4'}
          >
            {!isGiven && (
              <>
                <input type="hidden" name="kind" value={kind} />
                {kind === 'child' ? (
                  <ParentFields text={text} answers={answers} onAnswers={setAnswers} />
                ) : (
                  <>
                    <input type="hidden" name="version" value={text.version} />
                    <input type="hidden" name="language" value={currentLocale()} />
                  </>
                )}
              </>
            )}
            <Button
              type="submit"
              look="outline"
              loading={busy}
              loadingText={m.privacy_busy()}
              className="sm:justify-self-start"
            >
              {isGiven ? m.consent_withdraw() : m.consent_agree()}
            </Button>
          </DashboardForm>
        )}
      </div>
    </li>
  )
}
