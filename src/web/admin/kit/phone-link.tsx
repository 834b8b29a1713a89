import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'

/** A number to call; support sees only its end in lists. @param hint where the whole number is */
export function PhoneLink({ number, hint = m.calls_number_hidden() }: { number: string; hint?: string }) {
  if (number.startsWith('…'))
    return (
      <span className="text-small tabular-nums">
        {number} <span className="text-muted">{hint}</span>
      </span>
    )
  return (
    <a href={telHref(`+91${number}`)} className="text-link -my-2.5 inline-block py-2.5 tabular-nums">
      {number}
    </a>
  )
}
