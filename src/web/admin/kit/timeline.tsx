import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/money.tsx'
import type { ShownEvent } from './timeline-labels.ts'

/** The only event of its class is shown without a group, with the time of the class. */
function ungrouped(one: ShownEvent, events: readonly ShownEvent[]): ShownEvent {
  if (one.group === null || events.filter(({ group }) => group === one.group).length > 1) return one
  const at = one.classTime !== '' && one.classTime !== one.at && m.admin_timeline_of_class({ at: one.classTime })
  return { ...one, group: null, text: [at, one.text].filter(Boolean).join(' · ') }
}

/** Events of one class under it, and the rest by themselves; a group stands where its newest event is. */
function groupsOf(events: readonly ShownEvent[]): { group: string | null; events: ShownEvent[] }[] {
  const groups: { group: string | null; events: ShownEvent[] }[] = []
  for (const one of events.map((event) => ungrouped(event, events))) {
    const last = groups.at(-1)
    const found =
      one.group === null ? (last?.group === null ? last : undefined) : groups.find(({ group }) => group === one.group)
    if (found) found.events.push(one)
    else groups.push({ group: one.group, events: [one] })
  }
  return groups
}

/** Events, newest first, grouped by class. */
export function Timeline({ events, isCut }: { events: readonly ShownEvent[]; isCut: boolean }) {
  const groups = groupsOf(events)
  const newest = groups.find(({ group }) => group !== null)
  return (
    <section className="card mt-5" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="text-h3">
        {m.admin_timeline()}
      </h2>
      <p className="mb-2 text-small text-muted">{m.admin_timeline_newest()}</p>
      <div className="divide-y divide-line">
        {groups.map((one) =>
          one.group === null ? (
            <Events key={one.events[0]?.key} events={one.events} />
          ) : (
            <details key={one.group} open={one === newest} className="group">
              <summary className="flex min-h-13 items-center justify-between gap-3 py-3">
                <span className="grid min-w-0 grow items-baseline gap-x-4 md:grid-cols-[190px_minmax(0,1fr)]">
                  <span className="text-small text-muted">{one.events[0]?.at}</span>
                  <span className="min-w-0 wrap-anywhere">
                    <b className="block text-ink">
                      {m.admin_timeline_of_class({ at: one.events[0]?.classTime ?? '' })}
                    </b>
                    <span className="text-muted">{one.events[0]?.sentence}</span>
                  </span>
                </span>
                <span className="flex flex-none items-center gap-2 text-small text-muted">
                  {formatNumber(one.events.length)}
                  <Icon name="chevron-down" size={20} className="group-open:rotate-180" />
                </span>
              </summary>
              <div className="border-line border-l-2 pl-4">
                <Events events={one.events} />
              </div>
            </details>
          ),
        )}
      </div>
      {isCut && <p className="pt-3 text-small text-muted">{m.admin_timeline_cut({ count: events.length })}</p>}
    </section>
  )
}

const Events = ({ events }: { events: readonly ShownEvent[] }) => (
  <ol className="divide-y divide-line">
    {events.map(({ key, sentence, state, badge, at, text, isMessage, code, to }) => (
      <li
        key={key}
        className="relative grid min-h-13 content-center items-baseline gap-x-4 py-3 md:grid-cols-[190px_minmax(0,1fr)]"
      >
        <span className="text-small text-muted">{at}</span>
        <div className="min-w-0 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-ink">{sentence}</span>
            {state && <Badge kind={badge}>{state}</Badge>}
            {code &&
              (to ? (
                <LocalLink
                  to={to}
                  className="text-link ml-auto inline-flex min-h-6 items-center pl-2 max-md:absolute max-md:top-2.5 max-md:right-0 max-md:text-small"
                >
                  {code}
                </LocalLink>
              ) : (
                <span className="ml-auto pl-2 text-small text-muted max-md:absolute max-md:top-3 max-md:right-0">
                  {code}
                </span>
              ))}
          </p>
          {text && <p className={`text-small text-muted ${isMessage ? 'line-clamp-2' : ''}`}>{text}</p>}
        </div>
      </li>
    ))}
  </ol>
)
