import { useState } from 'react'
import { m } from '#messages'
import { TextField } from '../ui/field.tsx'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

/**
 * Preferred days, time and start of a monthly plan or package; collapsed until one is set. With a free time picked for the
 * first class, only the days of the others.
 */
export function TimePreferences({ booking: { choice, change }, mentor }: { booking: Booking; mentor: ProfileData }) {
  const [isOpen] = useState(choice.days.length > 0 || choice.time !== '' || choice.date !== '')
  const free = mentor.days.filter(({ on }) => on)
  const isPicked = choice.at !== ''
  return (
    <details
      // A new one opens when a time is picked.
      key={String(isPicked)}
      className="wishes"
      open={isOpen || isPicked}
      // Open on invalid fields: browsers silently block submission when they cannot focus a hidden field.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true
      }}
    >
      <summary>{isPicked ? mentor.texts.weekdaysTitle : mentor.texts.wishesTitle}</summary>
      <div className="grid gap-3 pt-2">
        <fieldset className="choice-group">
          <legend className="field-label">{m.book_wish_days()}</legend>
          <div className="flex flex-wrap gap-x-4">
            {(free.length > 0 ? free : mentor.days).map(({ day, label }) => (
              <label key={day} className="choice">
                <input
                  type="checkbox"
                  name="days"
                  value={day}
                  checked={choice.days.includes(day)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({ days: [...choice.days.filter((one) => one !== day), ...(checked ? [day] : [])] })
                  }
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {!isPicked && (
          <div className="grid grid-cols-2 gap-3 [&_.control]:min-w-0 [&_.control]:px-2.5">
            <TextField
              label={m.book_wish_time()}
              name="time"
              type="time"
              step={300}
              value={choice.time}
              onChange={(event) => change({ time: event.currentTarget.value })}
            />
            <TextField
              label={m.book_wish_start()}
              name="date"
              type="date"
              min={mentor.today}
              value={choice.date}
              onChange={(event) => change({ date: event.currentTarget.value })}
            />
          </div>
        )}
        <p className="text-small text-muted">{isPicked ? mentor.texts.weekdays : mentor.texts.wishes}</p>
      </div>
    </details>
  )
}
