import type { ClassRecord } from '#contract/classes/bookings.ts'
import { m } from '#messages'

/** What the mentor wrote about a class, on ruled paper. */
export function LessonNote({ record }: { record: ClassRecord }) {
  const parts = [
    [m.note_from_mentor(), record.note],
    [m.note_homework(), record.homework],
  ].filter(([, text]) => text !== '')
  if (parts.length === 0) return null
  return (
    <div className="mt-5 grid gap-4">
      {parts.map(([name, text]) => (
        <section key={name} aria-label={name}>
          <h3 className="mb-1 font-semibold text-ink">{name}</h3>
          <p className="ruled wrap-anywhere">{text}</p>
        </section>
      ))}
    </div>
  )
}
