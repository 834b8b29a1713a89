import type { ComponentProps, ReactNode } from 'react'

type Props = { title: ReactNode; text?: ReactNode; amount?: ReactNode; unit?: ReactNode }

/** A plan option: radio, name and description on the left, amount and unit on the right. */
export function RadioCard({
  title,
  text,
  amount,
  unit,
  ...rest
}: Props & Omit<ComponentProps<'input'>, 'type' | 'title'>) {
  return (
    <label className="radio-card">
      <input type="radio" {...rest} />
      <span className="grid grow">
        <span className="font-semibold text-ink">{title}</span>
        {text && <span className="text-small text-muted">{text}</span>}
      </span>
      {amount && (
        <span className="flex-none text-right">
          <span className="amount block text-[20px]">{amount}</span>
          {unit && <span className="block text-caption text-muted">{unit}</span>}
        </span>
      )}
    </label>
  )
}
