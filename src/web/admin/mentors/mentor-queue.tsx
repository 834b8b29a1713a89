import { useId, useState } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { csvHref, type ListState } from '../kit/list-address.ts'
import { ListFilter } from '../kit/list-filter.tsx'
import { CheckLegend, type CheckState, mentorsShowing } from '../kit/mentor-cells.tsx'
import type { ShownRow } from '../kit/mentor-labels.server.ts'

export type ReviewsStarted = { started: number; skipped: number; problem?: string }
type Listed<R> = R & { _id: string }
type Props<R> = {
  columns: readonly Column<R>[]
  rows: readonly Listed<R>[]
  state: ListState
  filters: readonly { value: string; label: string }[]
  /** The states of checks. */
  states: readonly CheckState[]
  canDecide: boolean
}

/** Mentor table with bulk start of reviews. */
export function MentorQueue<R extends ShownRow>({ columns, rows, state, filters, states, canDecide }: Props<R>) {
  const result = useActionData() as ReviewsStarted | undefined // the only type these pages' actions return
  const form = useId()
  const isScripted = useScripts()
  // A selection includes the version, so a mentor changed since must be selected again.
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { state: going, formMethod } = useNavigation()
  const tickOf = ({ _id, version }: Listed<R>) => `${_id} ${version}`
  const ids = rows.filter((row) => ticked.includes(tickOf(row))).map(({ _id }) => _id)
  const pick = (some: readonly string[], isPicked: boolean) => {
    const values = rows.filter(({ _id }) => some.includes(_id)).map(tickOf)
    setTicked((now) => [...now.filter((one) => !values.includes(one)), ...(isPicked ? values : [])])
  }
  const { query } = state
  return (
    <>
      <ListFilter
        state={state}
        fields={[
          { name: 'q', label: m.admin_search(), type: 'search' },
          { name: 'status', label: m.admin_filter(), options: filters, defaultValue: 'all' },
        ]}
      />
      {result && <Started {...result} />}
      <DataTable<R>
        label={m.admin_tab_mentors()}
        columns={columns}
        rows={rows}
        state={state}
        {...(canDecide && {
          csv: csvHref('/api/admin/mentors.csv', query),
          selection: {
            ids,
            select: pick,
            name: ({ name }) => name,
            form: { id: form, field: 'pick', value: tickOf },
            bar:
              isScripted && ids.length === 0 ? (
                <p className="text-muted">{m.admin_select_first_review()}</p>
              ) : (
                <Form method="post" id={form} preventScrollReset>
                  <Button type="submit" look="plain" loading={going !== 'idle' && formMethod === 'POST'}>
                    {m.admin_start_selected()}
                  </Button>
                </Form>
              ),
          },
        })}
        showing={mentorsShowing}
        searchHint={m.admin_search_hint_mentors()}
        legend={<CheckLegend checks={rows[0]?.checks ?? []} states={states} />}
        empty={{ title: m.admin_mentors_none(), text: m.admin_mentors_none_text() }}
      />
    </>
  )
}

function Started({ started, skipped, problem }: ReviewsStarted) {
  const lines = [
    started === 1 && m.admin_started_one(),
    started > 1 && m.admin_started_count({ count: started }),
    skipped > 0 && m.admin_started_skipped({ count: skipped }),
    started + skipped === 0 && m.admin_none_selected(),
  ]
  return (
    <div className="mb-4">
      <Notice tone={problem ? 'bad' : started > 0 ? 'good' : 'wait'}>
        {problem ?? lines.filter(Boolean).join(' ')}
      </Notice>
    </div>
  )
}
