import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Instead of the mentors of a link that ended. */
export function LinkOver() {
  return (
    <main className="page-width py-14">
      <EmptyState
        heading="h1"
        title={m.selected_over()}
        text={m.selected_over_text()}
        action={<ButtonLink to="/mentors">{m.selected_over_search()}</ButtonLink>}
      />
    </main>
  )
}
