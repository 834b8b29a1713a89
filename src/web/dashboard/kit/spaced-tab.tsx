import type { Tab } from '../../ui/tabs.tsx'

/** A tab whose panel keeps its distance from the line it hangs from. */
export const spaced = ({ panel, ...tab }: Tab): Tab => ({ ...tab, panel: <div className="pt-5">{panel}</div> })
