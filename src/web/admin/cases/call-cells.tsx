import { useState } from 'react'
import type { CallStatus } from '#contract/support/limits.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ShownCall } from '../kit/call-labels.server.ts'
import type { Column } from '../kit/column.ts'
import { Deadline } from '../kit/deadline.tsx'
import { LinkCell } from '../kit/link-cell.tsx'
import { NameText } from '../kit/name-text.tsx'
import { PhoneLink } from '../kit/phone-link.tsx'
import { TimeCell } from '../kit/session-cells.tsx'
import { CallForm, callFormId } from './call-form.tsx'

const badgeKinds: Record<CallStatus, BadgeKind> = {
  new: 'pending',
  assigned: 'awaiting',
  connected: 'paid',
  unreachable: 'failed',
  closed: 'unknown',
}

type Given = {
  /** The row in the panel, whose form is there. */
  openId: string | null
  onTyped: (id: string, isTyped: boolean) => void
  onUndo: (values: Record<string, string>) => void
}

export const callColumns = ({ openId, onTyped, onUndo }: Given): readonly Column<ShownCall>[] => [
  {
    key: 'name',
    label: m.calls_col_name(),
    sort: 'name',
    isWide: true,
    cell: ({ number, name, owner }) => (
      <>
        <span className="block font-semibold text-ink">
          <span className="list-lines min-[90rem]:-indent-6 min-[90rem]:pl-6" title={name}>
            <span className="list-number">{number}</span>
            {name}
          </span>
        </span>
        {owner && (
          <span
            className="list-lines list-inline list-owner text-small text-muted min-[90rem]:pl-6"
            title={m.calls_owner({ name: owner })}
          >
            <Icon name="headset" size={14} className="mr-1 inline align-[-2px]" />
            <span aria-hidden="true">{owner}</span>
            <span className="sr-only">{m.calls_owner({ name: owner })}</span>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'contact',
    label: m.calls_col_contact(),
    place: 'first',
    cell: ({ phone, who }) => (
      <>
        <PhoneLink number={phone} /> {who && <NameText className="list-note text-small text-muted">{who}</NameText>}
      </>
    ),
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: (call) => {
      const hasField = call._id !== openId && call.statuses.length > 1
      return (
        <>
          <span className={hasField ? 'lg:hidden' : undefined}>
            <Badge kind={badgeKinds[call.status]}>{call.statusWord}</Badge>
          </span>
          {hasField && (
            <span className="max-lg:hidden">
              <StatusField call={call} />
            </span>
          )}
        </>
      )
    },
  },
  {
    key: 'clock',
    label: m.cases_col_clock(),
    sort: 'due',
    cell: ({ clock }) => clock && <Deadline {...clock} />,
  },
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    place: 'late',
    cell: ({ mentor }) => <RequestedMentor mentor={mentor} />,
  },
  {
    key: 'time',
    label: m.calls_col_time(),
    sort: 'date',
    cell: ({ requestTime }) => <TimeCell at={requestTime} />,
  },
  {
    key: 'action',
    label: m.calls_number_short(),
    isActions: true,
    isRowOnly: true,
    isMinor: true,
    cell: (call) => call._id !== openId && <CallForm call={call} onTyped={onTyped} onUndo={onUndo} isShort />,
  },
]

/** The status in the row. What is chosen stays when somebody else saves another one, and counts as input of the form. */
function StatusField({ call: { _id, name, status, statuses } }: { call: ShownCall }) {
  const [chosen, setChosen] = useState<string | null>(null)
  if (chosen === status) setChosen(null)
  return (
    <SelectField
      name="status"
      form={callFormId(_id)}
      label={m.calls_status_for({ name })}
      hideLabel
      options={statuses}
      value={chosen ?? status}
      onChange={({ currentTarget }) => {
        setChosen(currentTarget.value)
        currentTarget.form?.dispatchEvent(new Event('input', { bubbles: true }))
      }}
    />
  )
}

function RequestedMentor({ mentor }: Pick<ShownCall, 'mentor'>) {
  if (!mentor) return <span className="text-muted">{m.calls_no_mentor()}</span>
  return (
    <>
      <span className="text-muted lg:hidden">{m.admin_col_mentor()}: </span>
      <LinkCell to={`/admin/mentors/${mentor._id}`} name={mentor.fullName} />
      {!mentor.phone.startsWith('…') && (
        <span className="block text-small">
          <PhoneLink number={mentor.phone} />
        </span>
      )}
    </>
  )
}
