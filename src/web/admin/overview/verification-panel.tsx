import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ClosePopover } from '../../ui/close-popover.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { Photo } from '../../ui/photo.tsx'
import { AdminForm } from '../kit/admin-form.tsx'
import { AllClear } from '../kit/all-clear.tsx'
import { Deadline } from '../kit/deadline.tsx'
import { Reason } from '../kit/decision-form.tsx'
import { CheckSign, checksText } from '../kit/mentor-cells.tsx'
import type { ShownRow } from '../kit/mentor-labels.server.ts'
import { PanelHead } from '../kit/panel-head.tsx'
import { VerifyDialog } from '../kit/verify-dialog.tsx'
import { PhoneFold } from './phone-fold.tsx'

const titleId = 'requests'
const foldId = 'requests-fold'
type Row = ShownRow & { city: string; documents: string }
type Props = { rows: readonly Row[]; waiting: string; oldest: string | null; recheck: number; canDecide: boolean }

const about = ({ subjects, city }: Row) => [subjects, city].filter(Boolean).join(' · ')

/** The oldest waiting applications, with decisions. */
export function VerificationPanel({ rows, waiting, oldest, recheck, canDecide }: Props) {
  const again = recheck > 0 && `${m.admin_recheck()} (${formatNumber(recheck)})`
  const badge = oldest ? waiting : again
  return (
    <PhoneFold id={foldId} title={m.admin_requests()} badge={badge && <Badge kind="awaiting">{badge}</Badge>}>
      <section className="card two-on-phones sm:mt-6" aria-labelledby={titleId}>
        <PanelHead id={titleId} title={m.admin_requests()} to="/admin/mentors">
          {oldest && (
            <span className="max-sm:hidden">
              <Badge kind="awaiting">{oldest}</Badge>
            </span>
          )}
          {again && (
            <LocalLink to="/admin/mentors?status=recheck" className="text-link -my-2 inline-flex min-h-11 items-center">
              {again}
            </LocalLink>
          )}
        </PanelHead>
        {rows.length === 0 ? (
          <AllClear title={m.admin_requests_none()} text={m.admin_requests_none_text()} />
        ) : (
          <Requests rows={rows} canDecide={canDecide} />
        )}
      </section>
    </PhoneFold>
  )
}

function Requests({ rows, canDecide }: Pick<Props, 'rows' | 'canDecide'>) {
  const checks = rows[0]?.checks ?? []
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: CSS display removes the table roles
    <table role="table" className="admin-table admin-requests" aria-labelledby={titleId}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {m.admin_col_mentor()}
          </th>
          <th role="columnheader" scope="col">
            {m.admin_col_submitted()}
          </th>
          {checks.map(({ kind, label }) => (
            <th key={kind} role="columnheader" scope="col" data-check>
              {label}
            </th>
          ))}
          <th role="columnheader" scope="col">
            {m.admin_documents()}
          </th>
          <th role="columnheader" scope="col">
            <span className="sr-only">{m.admin_col_actions()}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            <td role="cell" data-wide>
              <div className="flex gap-2 min-[44rem]:items-center">
                <Photo src={row.photo} name={row.name} width={36} />
                <div className="min-w-0">
                  <LocalLink
                    to={`/admin/mentors/${row.id}`}
                    className="line-clamp-2 font-semibold wrap-anywhere text-ink hover:underline min-[44rem]:block min-[44rem]:truncate"
                    title={row.name}
                  >
                    {row.name}
                  </LocalLink>
                  <p className="flex gap-1 text-small text-muted" title={about(row)}>
                    <span className="truncate">{row.subjects}</span>
                    {row.city && <span className="flex-none">· {row.city}</span>}
                  </p>
                  <p className="text-small min-[44rem]:hidden">{checksText(row.checks)}</p>
                </div>
              </div>
            </td>
            <td role="cell" data-label={m.admin_col_submitted()}>
              <span className="min-[44rem]:block">{row.submitted}</span> {row.clock && <Deadline {...row.clock} />}
            </td>
            {row.checks.map(({ kind, label, state, word }) => (
              <td key={kind} role="cell" data-check data-wide>
                <span className="sr-only">{label}</span>
                <CheckSign state={state} />
                <span className="sr-only">{word}</span>
              </td>
            ))}
            <td role="cell" data-label={m.admin_documents()}>
              {canDecide && row.documents ? (
                <LocalLink
                  to={`/admin/mentors/${row.id}#documents`}
                  className="text-link inline-flex min-h-11 items-center"
                >
                  {row.documents}
                  <span className="sr-only">, {m.admin_for({ action: m.admin_view_documents(), name: row.name })}</span>
                </LocalLink>
              ) : (
                <span className="text-muted">{row.documents || m.admin_doc_none()}</span>
              )}
            </td>
            <td role="cell" data-wide data-actions>
              {canDecide && <Actions row={row} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

/** Rejecting asks for a reason, verifying for the open checks. */
function Actions({ row: { id, name, version } }: { row: Row }) {
  const pop = `reject-${id}`
  const action = m.admin_for({ action: m.admin_reject(), name })
  // The row has gone, and with it the focus.
  const toTitle = () => {
    for (const title of [foldId, titleId]) document.getElementById(title)?.focus()
  }
  return (
    <div className="admin-actions">
      <Button look="plain" className="text-error!" popoverTarget={pop} aria-label={action}>
        {m.admin_reject()}
      </Button>
      <div
        popover="auto"
        id={pop}
        role="dialog"
        aria-labelledby={`${pop}-title`}
        className="admin-pop"
        onToggle={({ newState, currentTarget }) =>
          newState === 'open' && currentTarget.querySelector('textarea')?.focus()
        }
      >
        <div className="flex items-start justify-between gap-3">
          <h3 id={`${pop}-title`} className="text-h3 wrap-anywhere">
            {action}
          </h3>
          <ClosePopover of={pop} className="-mt-2 -mr-2" />
        </div>
        <AdminForm intent="decide" resetKey="" version={version} action={`/admin/mentors/${id}`} onDone={toTitle}>
          {(fields) => (
            <>
              <Reason {...fields} />
              <Button type="submit" name="decision" value="reject" look="danger" loading={fields.busy}>
                {m.admin_reject()}
              </Button>
            </>
          )}
        </AdminForm>
      </div>
      <VerifyDialog id={id} name={name} onDone={toTitle} />
    </div>
  )
}
