import type { Tab } from '../../ui/tabs.tsx'

/** Adds the standard gap between tabs and panel. */
export const spaced = ({ panel, ...tab }: Tab): Tab => ({ ...tab, panel: <div className="pt-5">{panel}</div> })
