import type { ChannelDay } from '#contract/notifications/admin-messages.ts'
import { m } from '#messages'
import { formatNumber } from '../../ui/money.tsx'
import { channelNames } from '../kit/message-cells.tsx'

/** Delivery results of the last day by channel. */
export function MessagesDay({ days }: { days: readonly ChannelDay[] }) {
  return (
    <section className="card mt-5 max-w-[560px]" aria-labelledby="last-day">
      <h2 id="last-day" className="text-h3">
        {m.admin_message_day()}
      </h2>
      {days.length === 0 ? (
        <p className="mt-2 text-muted">{m.admin_message_day_none()}</p>
      ) : (
        <table className="mt-2 w-full table-fixed text-right tabular-nums">
          <thead className="text-muted text-small">
            <tr>
              <th className="py-2 text-left font-semibold">{m.admin_message_channel()}</th>
              <th className="py-2 font-semibold">{m.admin_message_sent()}</th>
              <th className="py-2 font-semibold">{m.admin_message_on_its_way()}</th>
              <th className="py-2 font-semibold">{m.admin_message_given_up()}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {days.map(({ channel, sent, waiting, givenUp }) => (
              <tr key={channel}>
                <th className="py-2 text-left font-normal">{channelNames[channel]()}</th>
                <td className="py-2">{formatNumber(sent)}</td>
                <td className="py-2">{formatNumber(waiting)}</td>
                <td className={`py-2 ${givenUp > 0 ? 'font-semibold text-error' : ''}`}>{formatNumber(givenUp)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
