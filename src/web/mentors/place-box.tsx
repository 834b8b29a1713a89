import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react'
import type { PlaceSuggestions } from './place-suggestions.tsx'

type Props = Omit<ComponentProps<typeof PlaceSuggestions>, 'input'> & { field: RefObject<HTMLInputElement | null> }

// Loaded on demand, because few visitors type a place. If that fails, the field stays a plain one.
const Suggestions = lazy<(props: ComponentProps<typeof PlaceSuggestions>) => ReactNode>(() =>
  import('./place-suggestions.tsx').then(
    ({ PlaceSuggestions }) => ({ default: PlaceSuggestions }),
    () => ({ default: () => null }),
  ),
)

/** Turns a text field into a combobox of places once it is focused. Rendered beside the field. */
export function PlaceBox({ field, ...props }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    const own = field.current
    const start = () => setInput(own)
    if (document.activeElement === own) start()
    own?.addEventListener('focus', start)
    return () => own?.removeEventListener('focus', start)
  }, [field])
  return <Suspense>{input && <Suggestions input={input} {...props} />}</Suspense>
}
