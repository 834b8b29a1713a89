import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { Facts, MailText } from '../kit/admin-part.tsx'
import type { ShownCase } from '../kit/case-labels.server.ts'

const link = 'text-link inline-flex min-h-11 items-center'

export function CaseFacts({ one }: { one: ShownCase }) {
  const { mentor } = one
  const reporter = (
    <>
      {one.by}, {one.side}
      {one.phone && (
        <span className="block">
          <a href={`tel:+91${one.phone}`} className={link}>
            {one.phone}
          </a>
        </span>
      )}
      {one.phone && !one.isProven && <span className="block text-small text-muted">{m.cases_phone_unproven()}</span>}
      {one.email && (
        <span className="block">
          <a href={`mailto:${one.email}`} className={`${link} wrap-anywhere`}>
            <MailText address={one.email} />
          </a>
        </span>
      )}
    </>
  )
  const reported = mentor && (
    <>
      <LocalLink to={`/admin/mentors/${mentor._id}`} className={link}>
        {mentor.name}
      </LocalLink>
      {mentor.status === 'suspended' && <span className="block">{m.cases_mentor_paused()}</span>}
      {mentor.planned > 0 && (
        <span className="block text-small text-muted">{m.cases_mentor_planned({ count: mentor.planned })}</span>
      )}
    </>
  )
  return (
    <Facts
      facts={[
        [m.cases_col_by(), reporter],
        [m.cases_col_about(), one.about === mentor?.name ? null : one.about],
        [m.cases_mentor(), reported],
        [m.cases_opened(), one.at],
        one.answeredAt
          ? [m.cases_answer(), m.cases_answered({ at: one.answeredAt })]
          : [m.cases_answer_by(), one.answerBy],
        one.resolvedAt
          ? [
              m.cases_status_resolved(),
              [[one.resolvedAt, one.decidedBy].filter(Boolean).join(' · '), one.resolution].filter(Boolean).join('\n'),
            ]
          : [m.cases_settle_by(), one.settleBy],
        [
          m.cases_appealed(),
          one.appealedAt && m.cases_appealed_of({ at: one.appealedAt, name: one.appealOf?.name ?? '' }),
        ],
        [m.cases_col_owner(), one.owner],
      ]}
    />
  )
}

/** Links to the pages that decide the case's dispute, review or refund. */
export function CaseLinks({ one }: { one: ShownCase }) {
  const [first] = one.orders
  if (!one.hasChat && !one.dispute && !one.review && !first) return null
  return (
    <ul className="mt-4 grid gap-1 border-t border-line pt-3">
      {one.hasChat && (
        <li>
          <LocalLink to={`/admin/reports/${one._id}/chat`} className={link}>
            {m.cases_chat()}
          </LocalLink>
        </li>
      )}
      {one.dispute && one.dispute !== 'open' && first && (
        <li>
          <LocalLink to={`/admin/disputes?q=${first.number}`} className={link}>
            {one.dispute === 'decided' ? m.cases_dispute_view() : m.cases_dispute()}
          </LocalLink>
        </li>
      )}
      {one.review && one.review !== 'open' && (
        <li>
          <LocalLink to="/admin/reviews?state=reported" className={link}>
            {m.cases_review_view()}
          </LocalLink>
        </li>
      )}
      {one.orders.map((order) => (
        <li key={order.number}>
          <p>
            {order.number} · {order.amount} · {order.mentorName}
          </p>
          <p className="text-small text-muted">{order.paidAt}</p>
          <LocalLink to={`/admin/refunds?q=${order.number}&case=${one._id}`} className={link}>
            {m.cases_refund({ number: order.number })}
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
