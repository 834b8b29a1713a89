import { Icon } from '../../ui/icon.tsx'

/** An empty list that is good news. */
export const AllClear = ({ title, text }: { title: string; text: string }) => (
  <p className="flex min-h-14 items-center gap-2 px-4 py-2">
    <Icon name="check" size={20} className="flex-none text-tick" />
    <span>
      <b>{title}</b> · {text}
    </span>
  </p>
)
