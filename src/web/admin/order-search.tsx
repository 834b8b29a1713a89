import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'

type Props = { home: string; asked: string; status: string; options: readonly { value: string; label: string }[] }

/** Looks for an order's number, in one state or all. */
export function OrderSearch({ home, asked, status, options }: Props) {
  return (
    <Form
      method="get"
      action={localHref(home)}
      role="search"
      key={`${asked} ${status}`}
      className="my-5 grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_auto]"
    >
      <TextField label={m.admin_refund_order()} name="order" defaultValue={asked} maxLength={40} />
      <SelectField label={m.admin_filter()} name="status" defaultValue={status} options={options} />
      <Button type="submit">{m.admin_search_button()}</Button>
    </Form>
  )
}
