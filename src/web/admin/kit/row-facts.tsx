import { m } from '#messages'

export type Facts = readonly (readonly [name: string, value: string | null | false | undefined])[]

/** Details of a row that have no column. Open if an admin has to decide. */
export function RowFacts({ facts, isOpen }: { facts: Facts; isOpen: boolean }) {
  const known = facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  if (known.length === 0) return null
  return (
    <details open={isOpen}>
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">{m.admin_row_more()}</summary>
      <dl className="admin-facts max-w-[760px] pb-2">
        {known.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
