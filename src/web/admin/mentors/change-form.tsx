import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Photo } from '../../ui/photo.tsx'
import type { WaitingView } from '../../waiting-change.server.ts'
import { AdminForm } from '../kit/admin-form.tsx'
import { Reason } from '../kit/decision-form.tsx'
import { pendingVideo } from './mentor-documents.tsx'

type Props = { mentorId: string; waiting: WaitingView; version: number; canDecide: boolean }

/** New values a verified mentor asked for, beside those families see, and the decision. */
export function ChangeForm({ mentorId, waiting, version, canDecide }: Props) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{m.admin_waiting_text({ date: waiting.asked })}</p>
      {waiting.isUnlisted && <Notice>{m.admin_waiting_unlisted()}</Notice>}
      <div className="overflow-x-auto">
        <table className="w-full table-fixed text-left align-top">
          <thead>
            <tr>
              <th scope="col" className="w-1/4 py-2 pr-4 sm:w-1/6">
                {m.admin_waiting_field()}
              </th>
              <th scope="col" className="py-2 pr-4">
                {m.admin_waiting_old()}
              </th>
              <th scope="col" className="py-2">
                {m.admin_waiting_new()}
              </th>
            </tr>
          </thead>
          <tbody>
            {waiting.changes.map((one) => (
              <tr key={one.fact} className="border-line border-t align-top">
                <th scope="row" className="py-2 pr-4 font-semibold text-ink">
                  {one.label}
                </th>
                <td className="whitespace-pre-line break-words py-2 pr-4">
                  {one.photos ? (
                    <Photo src={one.photos.from} name={m.admin_waiting_old()} width={84} lazy={false} />
                  ) : one.isVideo ? (
                    <Video to={`/admin/mentors/${mentorId}/video`} />
                  ) : (
                    one.from
                  )}
                </td>
                <td className="whitespace-pre-line break-words py-2">
                  {one.photos ? (
                    <Photo src={one.photos.to} name={m.admin_waiting_new()} width={84} lazy={false} />
                  ) : one.isVideo ? (
                    <Video to={`/admin/mentors/${mentorId}/${pendingVideo}`} />
                  ) : (
                    one.to
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canDecide && (
        <AdminForm intent="change" resetKey={waiting.id} version={version}>
          {(form) => (
            <>
              <input type="hidden" name="change" value={waiting.id} />
              <p className="text-small text-muted">{m.admin_waiting_first()}</p>
              <Button type="submit" name="decision" value="approve" loading={form.busy} className="justify-self-start">
                {m.admin_waiting_approve()}
              </Button>
              <Reason {...form} label={m.admin_waiting_reason()} />
              <Button
                type="submit"
                name="decision"
                value="decline"
                look="danger"
                loading={form.busy}
                className="justify-self-start"
              >
                {m.admin_waiting_decline()}
              </Button>
            </>
          )}
        </AdminForm>
      )}
    </div>
  )
}

function Video({ to }: { to: string }) {
  return (
    <LocalLink to={to} preventScrollReset className="text-link inline-flex min-h-11 items-center">
      {m.admin_doc_video()}
    </LocalLink>
  )
}
