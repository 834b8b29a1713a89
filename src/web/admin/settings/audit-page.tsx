import { auditLog, auditNames } from '#contract/admin/audit.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { adminMeta } from '../kit/admin-meta.ts'
import { auditActionLabel } from '../kit/audit-labels.server.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { NameText } from '../kit/name-text.tsx'
import type { Route } from './+types/audit-page.ts'
import { kindLabel } from './audit-detail-labels.server.ts'
import { auditLines } from './audit-lines.server.ts'
import { AuditDetails, AuditSubject } from './audit-parts.tsx'
import { linkedSubject } from './audit-subject.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url), '/admin/login')
  const [{ list, state }, names] = await Promise.all([
    readList(context, request, auditLog),
    readApi(context, auditNames),
  ])
  return {
    state,
    // The file contains phone numbers.
    maySeeAll: viewer.adminRole !== 'support',
    names: {
      ...names.data,
      // A link can name one that has not happened yet.
      actions: [...new Set([...names.data.actions, state.query.action ?? []].flat())].map((value) => ({
        value,
        label: auditActionLabel(value),
      })),
    },
    rows: list.data.map((row) => ({
      _id: row._id,
      at: fullTime(row.at),
      by: row.by?.name ?? m.admin_audit_job(),
      words: auditActionLabel(row.action),
      kind: kindLabel(row.kind),
      about: linkedSubject(row),
      lines: auditLines(row),
    })),
  }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_audit())

/** The audit log: what admins and jobs did and viewed. It cannot be edited. */
export default function AuditPage({ loaderData: { rows, state, names, maySeeAll } }: Route.ComponentProps) {
  const { query } = state
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'action',
      label: m.admin_audit_action(),
      cell: ({ words }) => <span className="list-lines font-semibold text-ink">{words}</span>,
    },
    { key: 'at', label: m.admin_audit_at(), sort: 'at', cell: ({ at }) => <span>{at}</span> },
    { key: 'by', label: m.admin_audit_by(), cell: ({ by }) => by && <NameText>{by}</NameText> },
    {
      key: 'subject',
      label: m.admin_audit_subject(),
      place: 'line',
      cell: ({ kind, about }) => <AuditSubject kind={kind} about={about} />,
    },
    {
      key: 'detail',
      label: m.admin_audit_detail(),
      isWide: true,
      isMinor: true,
      cell: ({ lines }) => lines.length > 0 && <AuditDetails lines={lines} />,
    },
  ]
  return (
    <>
      <h1 className="text-h1">{m.admin_audit()}</h1>
      <p className="text-muted">{m.admin_audit_text()}</p>
      {!maySeeAll && <p className="text-muted">{m.admin_audit_hidden()}</p>}
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_audit_find(), type: 'search' },
          {
            name: 'by',
            label: m.admin_audit_by(),
            options: names.admins.map(({ _id, name }) => ({ value: _id, label: name })),
          },
          { name: 'action', label: m.admin_audit_action(), options: names.actions },
          { name: 'from', label: m.admin_list_from(), type: 'date' },
          { name: 'to', label: m.admin_list_to(), type: 'date' },
        ]}
      />
      <DataTable
        label={m.admin_audit()}
        columns={columns}
        rows={rows}
        state={state}
        {...(maySeeAll && { csv: csvHref('/api/admin/audit.csv', query) })}
        empty={{ title: m.admin_audit_none(), text: m.admin_audit_none_text() }}
      />
    </>
  )
}
