import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type Props = { title: string; open?: boolean; children: ReactNode }

/** On phones a section that opens below its title; on wider screens the section alone. */
export const PhoneFold = ({ title, open, children }: Props) => (
  <details className="phone-fold" open={open}>
    <summary>
      {title}
      <Icon name="chevron-down" />
    </summary>
    {children}
  </details>
)
