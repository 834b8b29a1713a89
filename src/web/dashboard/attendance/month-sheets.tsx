import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { monthName } from '../kit/labels.ts'

const kinds = ['pdf', 'csv'] as const

/** Download links for monthly sheets. `label` tells sheets of the same month apart. */
export function MonthSheets({ sheets }: { sheets: readonly { booking: string; month: string; label?: string }[] }) {
  return (
    <ul className="divide-y divide-line">
      {sheets.map(({ booking, month, label }) => {
        const name = label ?? `${monthName(month)} ${month.slice(0, 4)}`
        return (
          <li key={booking + month} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="mr-auto">{name}</span>
            <span className="flex gap-4">
              {kinds.map((kind) => (
                <a
                  key={kind}
                  href={localHref(`/sheets/${booking}/${month}/${kind}`)}
                  download
                  aria-label={m.sheet_file({ name, kind: kind.toUpperCase() })}
                  className="text-link -my-2.5 inline-flex min-h-11 items-center gap-1.5"
                >
                  <Icon name="download" size={18} />
                  {kind.toUpperCase()}
                </a>
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
