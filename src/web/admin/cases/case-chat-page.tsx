import { caseChat } from '#contract/chat/chat-actions.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import { BackLink } from '../kit/admin-part.tsx'
import { topicText } from '../kit/case-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'
import type { Route } from './+types/case-chat-page.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  const { data } = await readApi(context, caseChat, { params })
  const names = { family: data.family.name ?? m.cases_side_family(), mentor: data.mentor.name ?? m.cases_side_mentor() }
  return {
    id: params.id,
    number: data.number,
    about: m.cases_chat_about({ family: names.family, mentor: names.mentor }),
    reported: (data.seq === null ? m.cases_chat_whole : m.cases_chat_message)({
      name: names[data.side],
      reason: topicText({ topic: `chat-${data.reason}` }),
    }),
    messages: data.messages.map((one) => ({
      id: one._id,
      from: names[one.side],
      at: fullTime(one.sentAt),
      text: one.message,
      file: one.file && { name: one.file.name, url: one.fileUrl },
      // The reported message has a mark already.
      mark: one.seq === data.seq ? m.cases_chat_reported() : one.hasContact ? m.cases_chat_contact() : null,
    })),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => adminMeta(`${loaderData?.number ?? ''}: ${m.cases_chat()}`)

/** Messages around a report. Each read is audited. */
export default function CaseChatPage({ loaderData: { id, number, about, reported, messages } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={`/admin/reports/${id}`}>{number}</BackLink>
      <h1 className="text-h1">{about}</h1>
      <div className="my-4">
        <Notice>{reported}</Notice>
        <p className="mt-2 text-small text-muted">{m.cases_chat_logged()}</p>
      </div>
      <ol className="card divide-y divide-line">
        {messages.map((one) => (
          <li key={one.id} className={`py-3 ${one.mark ? 'bg-warn-soft px-3' : ''}`}>
            <p className="flex flex-wrap gap-x-3">
              <b className="text-ink">{one.from}</b>
              <span className="text-muted">{one.at}</span>
              {one.mark && (
                <span className="inline-flex items-center gap-1 font-semibold text-warn">
                  <Icon name="flag" size={18} />
                  {one.mark}
                </span>
              )}
            </p>
            {one.text && <p className="whitespace-pre-line wrap-anywhere">{one.text}</p>}
            {one.file?.url && (
              <a href={one.file.url} target="_blank" rel="noreferrer" className="text-link inline-block py-2.5">
                {one.file.name}
              </a>
            )}
          </li>
        ))}
      </ol>
      <ButtonLink to={`/admin/reports/${id}#answer`} className="mt-4">
        {m.cases_chat_decide()}
      </ButtonLink>
    </>
  )
}
