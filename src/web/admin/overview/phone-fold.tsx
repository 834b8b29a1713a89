import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type Props = { title: string; badge?: ReactNode; id?: string; open?: boolean; children: ReactNode }

/** On phones a section that opens below its title; on wider screens the section alone. */
export const PhoneFold = ({ title, badge, id, open, children }: Props) => (
  <details className="phone-fold" open={open}>
    <summary id={id}>
      <h2>{title}</h2>
      {badge}
      <Icon name="chevron-down" />
    </summary>
    {children}
  </details>
)
